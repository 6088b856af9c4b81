/** Job that carries out what bots decided; woken by every turn that queues something. */
export const ACTIONS_JOB = 'bots.actions'

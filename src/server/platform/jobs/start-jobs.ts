import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../../language/runtime'
import type { Job } from './job'
import { runJob } from './run-job'
import { WAKE_CHANNEL } from './wake-job'

/**
 * Runs jobs until the app closes, which waits for the running one. The processes that share a database elect one for
 * each job; when it stops or dies another takes over within the job's `every_s`.
 * @param timed which jobs run on schedule, and not only when they are woken
 */
export async function startJobs(
  app: FastifyInstance,
  runtime: Runtime,
  jobs: readonly Job[],
  timed: (job: Job) => boolean,
): Promise<void> {
  const names = jobs.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Two jobs are called "${twice}".`)
  const log = (line: string): void => app.log.error(line)
  const running = new Map(jobs.map((job) => [job.name, runJob(job, runtime, log, timed(job))]))
  const stopListening = await runtime.database.listen(WAKE_CHANNEL, (name) => {
    // The empty name: notices may have been missed while the connection was lost.
    if (name === '') for (const job of running.values()) job.wake()
    else running.get(name)?.wake()
  })
  app.addHook('onClose', async () => {
    await stopListening()
    await Promise.all([...running.values()].map((job) => job.stop()))
  })
}

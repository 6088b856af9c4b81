/** E-mail address of the operator by whom the demo's simulated callers are served: his rides are theirs, everybody else's are let alone. */
export const CALLER_EMAIL = 'llamadas@demo.test'

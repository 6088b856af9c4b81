/**
 * E-mail address of the operator who serves the demo's simulated callers: only the rides of this operator are the
 * callers'; no others are touched.
 */
export const CALLER_EMAIL = 'llamadas@demo.test'

import { HttpError } from 'react-admin'

/** Where errors of the program are printed. */
interface Printed {
  error: (...said: unknown[]) => void
}

/**
 * A refused call is an answer, which its page shows. In development react-admin prints each as an error of the program:
 * of what it prints, only errors that are none of the server's answers remain.
 */
export function quietRefusals(place: Printed): void {
  const print = place.error.bind(place)
  place.error = (...said) => {
    const [error] = said
    if (said.length !== 1 || !(error instanceof HttpError) || error.status < 400 || error.status >= 500) print(...said)
  }
}

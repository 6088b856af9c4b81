import { ignoreAnswers, Refused } from './http-calls'

/** Somebody who is simulated: a driver, or the callers with their operator. */
export interface SimPerson {
  readonly username: string
  /** @throws {Refused} where the account is not, {Unanswered} */
  logIn(): Promise<void>
  /** Lives on until `now` (milliseconds): looks, decides, acts. Never throws for an answer; a lost server is asked again. */
  live(now: number): Promise<void>
  /** Ends what he may end, and the server forgets his session. */
  leave(): Promise<void>
}

/** Seconds after a no, or no answer, before he looks again. */
export const AGAIN_S = 2

/** Does one look's work, and bears any answer: where the session is over, `logIn` opens another. @returns whether nothing was refused */
export async function bears(work: () => Promise<void>, logIn: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 401) await logIn().catch(ignoreAnswers)
    else ignoreAnswers(error)
    return false
  }
}

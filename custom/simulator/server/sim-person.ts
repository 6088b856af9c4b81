import { ignoreAnswers, Refused } from './http-calls'

/**
 * A simulated person: a driver, the callers with their operator, or a client who orders with the kitchen that cooks.
 */
export interface SimPerson {
  readonly username: string
  /** @throws {Refused} if the account does not exist, {Unanswered} */
  logIn(): Promise<void>
  /**
   * Lives on until `now` (milliseconds): looks, decides, acts. Never throws for an answer; a lost server is asked
   * again.
   */
  live(now: number): Promise<void>
  /** Ends what they may end, and the server forgets their session. */
  leave(): Promise<void>
}

/** Seconds after a refusal, or no answer, before the next look. */
export const AGAIN_S = 2

/**
 * Does one look's work and tolerates any answer: if the session is over, `logIn` opens another.
 * @returns whether nothing was refused
 */
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

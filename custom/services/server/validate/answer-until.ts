/** How long somebody who wants a ride at once waits for their company. */
const AT_ONCE_MS = 60 * 60_000

/** Until when a ride may be answered for: a booking until it would begin, one for now an hour. */
export const answerUntil = (date_scheduled: string | null, now: Date): string =>
  date_scheduled ?? new Date(now.getTime() + AT_ONCE_MS).toISOString()

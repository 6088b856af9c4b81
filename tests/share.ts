/** Runs over which `npm test` spreads what is too much for every one; `npm run test:full` takes all of it. */
export const SHARES = 10

/** `TEST_FULL=1`: nothing is left to another run. */
export const isFull = process.env['TEST_FULL'] === '1'

// `tests/run.ts` counts the commits, so ten commits in a row take all ten; a single file run by hand takes the first.
const share = Number(process.env['TEST_SHARE'] ?? 0) % SHARES

/**
 * Whether this run takes one of many pieces of work.
 * @param place which piece it is, counted from 0 in an order that does not depend on the run
 */
export const isMine = (place: number): boolean => isFull || place % SHARES === share

/** A place for what has only a name, and keeps it when others come. */
export const placeOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)

/** The same for a piece that has a name and no place. */
export const isMineByName = (name: string): boolean => isMine(placeOf(name))

/**
 * Whether a piece is this run's where so many runs in a row take all; the tenth and the next first one may take the
 * same.
 */
export const isMineOf = (turns: number, place: number): boolean => place % turns === share % turns

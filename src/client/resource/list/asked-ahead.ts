import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'

// From the answer to the list that shows it: the frame of a console is drawn in a quarter of a second, on slow phones
// in two.
const FRESH_MS = 5_000

let asked: string | null = null

/** The rows behind this key are asked for before the list that will show them is drawn. */
export const beginAhead = (key: QueryKey): void => void (asked = hashKey(key))

/**
 * How long the rows of a list stay fresh: those that were asked ahead are not asked once more by the list that they
 * were asked for.
 */
export const freshMs = ({ queryHash, state }: Pick<Query, 'queryHash' | 'state'>): number =>
  queryHash === asked && state.dataUpdateCount === 1 ? FRESH_MS : 0

/** A list has been shown: from now on each asks for itself. */
export const endAhead = (): void => void (asked = null)

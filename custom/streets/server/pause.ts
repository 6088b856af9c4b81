import { setImmediate } from 'node:timers/promises'

/** Gives other work its turn: a city's streets are read in pieces, between the answers to calls. */
export const pause = (): Promise<void> => setImmediate()

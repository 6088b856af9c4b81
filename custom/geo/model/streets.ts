import type { Street } from './street'
import { NORTH_SOUTH } from './streets-north-south'
import { WEST_EAST } from './streets-west-east'

export type { Street } from './street'

/** The main streets of central Lima by name: one connected graph, whose crossings are the points that streets share. */
export const STREETS: readonly Street[] = [...NORTH_SOUTH, ...WEST_EAST]

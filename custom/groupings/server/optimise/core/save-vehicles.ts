import type { PlanSearch } from './search'

/** Steps between two searches for room, and how many places such a search tries in the time of one step. */
const ROOM_EVERY = 20
const TRIES_A_STEP = 10

interface Saving {
  /** Makes a step. @returns whether there was time for it */
  readonly step: () => boolean
  /** Called with the time that something else has taken, in steps. */
  readonly spend: (steps: number) => void
  /** Called with each plan that serves all with fewer vehicles. */
  readonly keep: () => void
}

/** Takes away vehicles as long as all can still be served without them. */
export function saveVehicles(search: PlanSearch, { step, spend, keep }: Saving): void {
  search.isSaving = true
  while (used(search) > 1) {
    shrink(search)
    let isTime = true
    for (let steps = 1; search.lost > 0 && isTime; steps++) {
      isTime = step()
      if (search.lost > 0 && steps % ROOM_EVERY === 0) spend(Math.ceil(search.makeRoom() / TRIES_A_STEP))
    }
    if (search.lost > 0 || !isTime) break
    keep()
  }
  search.isSaving = false
  search.closed.fill(0)
}

function used({ routes: { length } }: PlanSearch): number {
  let count = 0
  for (let r = 0; r < length.length; r++) if ((length[r] as number) > 0) count++
  return count
}

/** Takes away the vehicle whose requests were missed least, and lets no other empty one come in. */
function shrink(search: PlanSearch): void {
  const {
    routes: { length, order, width },
    arena: { vehicles, requestOf },
    missed,
    closed,
  } = search
  let [least, gone] = [Infinity, -1]
  for (let r = 0; r < vehicles; r++) {
    closed[r] = length[r] === 0 ? 1 : 0
    if (length[r] === 0) continue
    let sum = 0
    for (let at = 1; at <= (length[r] as number); at++) {
      sum += missed[requestOf[order[r * width + at] as number] as number] as number
    }
    if (sum < least) [least, gone] = [sum, r]
  }
  search.drop(gone)
  closed[gone] = 1
}

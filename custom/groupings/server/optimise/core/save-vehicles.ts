import type { Search } from './search'

interface Saving {
  /** Makes a step. @returns whether there was time for it */
  readonly step: () => boolean
  /** Called with each plan that serves all with fewer vehicles. */
  readonly keep: () => void
}

/** Takes away vehicles as long as all can still be served without them. */
export function saveVehicles(search: Search, { step, keep }: Saving): void {
  while (used(search) > 1) {
    shrink(search)
    let isTime = true
    while (search.lost > 0 && isTime) isTime = step()
    if (search.lost > 0 || !isTime) break
    keep()
  }
  search.closed.fill(0)
}

function used({ routes: { length } }: Search): number {
  let count = 0
  for (let r = 0; r < length.length; r++) if ((length[r] as number) > 0) count++
  return count
}

/** Takes away the vehicle whose requests were missed least, and lets no other empty one come in. */
function shrink(search: Search): void {
  const { routes: { length, order, width }, arena: { vehicles, requestOf }, missed, closed } = search
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

/** What is shown of a map stays so far from the edges of what is seen of it. */
export const EDGE_PX = 48
// What is left to see between the edges is at least as high as this.
const MIN_SEEN_PX = 100

/** How many pixels of a map panels cover at its upper and at its lower edge. */
export interface Covered {
  readonly top: number
  readonly bottom: number
}

interface Panels {
  /** Of the map's height, by the lower panel; NaN: there is none. */
  readonly share: number
  /** By what lies over the upper edge; NaN: nothing. */
  readonly top_px: number
}

/** What panels cover of a map so high, the lower one first: where both leave too little, the upper one is looked under. */
export function coveredOf(height: number, { share, top_px }: Panels): Covered {
  const most = Math.max(0, height - 2 * EDGE_PX - MIN_SEEN_PX)
  const bottom = Math.min(height * (share || 0), most)
  return { top: Math.min(top_px || 0, most - bottom), bottom }
}

/** What is shown of a map stays so far from the edges of what is seen of it. */
export const EDGE_PX = 48
// What is left to see between the edges is at least as high as this.
const MIN_SEEN_PX = 100
/** And beside or above what lies in a corner as large as this. */
const MIN_BESIDE_PX = 260

/** How many pixels of a map panels cover at its upper and at its lower edge. */
interface Covered {
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

/** What lies in the lower corner where the lines of writing begin, with its distance from the edges. */
interface Corner {
  readonly width: number
  readonly height: number
}

/**
 * Room for a trip beside what lies in a corner, where the map is wide enough for both, else above it; 0 and 0: nothing
 * lies there, or it takes too much.
 */
export function besideCorner(
  { x, y }: { readonly x: number; readonly y: number },
  { top, bottom }: Covered,
  { width, height }: Corner,
): { readonly start: number; readonly bottom: number } {
  if (!width || !height) return { start: 0, bottom: 0 }
  if (x - width - 2 * EDGE_PX >= MIN_BESIDE_PX) return { start: width, bottom: 0 }
  const isHighEnough = y - top - Math.max(bottom, height) - 2 * EDGE_PX >= MIN_SEEN_PX
  return { start: 0, bottom: isHighEnough ? Math.max(0, height - bottom) : 0 }
}

interface Sides {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** How high a pin stands above its place. */
export const PIN_PX = 42

/**
 * Where a place is seen, in pixels from the upper left corner: between the panels, and for a pin far enough below the
 * upper one for all of it.
 */
export function seenBox(
  { x, y }: { readonly x: number; readonly y: number },
  { top, bottom, left, right }: Sides,
  pin_px: number,
): Sides {
  return { top: Math.min(top + pin_px, y - bottom), bottom: y - bottom, left, right: x - right }
}

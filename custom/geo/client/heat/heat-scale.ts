/** Values of one colour: from the first to the last of them. */
export interface HeatClass {
  readonly from: number
  readonly to: number
  readonly colour: string
}

export type HeatMode = 'light' | 'dark'

/**
 * ColorBrewer's YlOrRd (Brewer, 2003), which people with any sight tell apart; on a dark map the brightest is the most.
 */
const COLOURS: { readonly [mode in HeatMode]: readonly string[] } = {
  light: ['#fed976', '#feb24c', '#fd8d3c', '#e31a1c', '#800026'],
  dark: ['#7a1f3d', '#c2352f', '#ee7a34', '#fbb94f', '#fff3b0'],
}

/** Shares of the cells at which the next colour begins: few places are the busiest, and those are looked for. */
const SHARES = [0, 0.4, 0.65, 0.82, 0.94]

/** The colours of values, the least first; as many as there are different values, up to five. */
export function heatClasses(values: readonly number[], mode: HeatMode): readonly HeatClass[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const starts = [...new Set(SHARES.flatMap((share) => sorted[Math.floor(share * sorted.length)] ?? []))]
  const colours = COLOURS[mode]
  return starts.map((from, place) => {
    const next = starts[place + 1]
    const last = next === undefined ? sorted.at(-1) : sorted.findLast((value) => value < next)
    return { from, to: last ?? from, colour: colours[colours.length - starts.length + place] ?? '' }
  })
}

/** The class of a value; of none the least. */
export const classOf = (classes: readonly HeatClass[], value: number): HeatClass | undefined =>
  classes.findLast(({ from }) => value >= from) ?? classes[0]

/** How warm a value is, from just above 0 to 1. */
export const warmth = (classes: readonly HeatClass[], value: number): number =>
  (classes.findLastIndex(({ from }) => value >= from) + 1) / Math.max(1, classes.length)

/** The colours of 256 degrees of warmth, as red, green and blue one after the other. */
export function heatRamp(mode: HeatMode): Uint8ClampedArray {
  const stops = COLOURS[mode].map((colour) =>
    [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)),
  )
  const ramp = new Uint8ClampedArray(256 * 3)
  for (let at = 0; at < 256; at++) {
    const place = (at / 255) * (stops.length - 1)
    const [low, share] = [Math.floor(place), place % 1]
    const [one = [], other = one] = [stops[low], stops[low + 1]]
    for (const part of [0, 1, 2]) ramp[at * 3 + part] = (one[part] ?? 0) * (1 - share) + (other[part] ?? 0) * share
  }
  return ramp
}

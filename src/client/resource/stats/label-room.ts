/** Of a letter at 12 px, the widest digits and capitals; and what stands between a bar and its label. */
const LETTER_PX = 7
const GAP_PX = 10

/**
 * The room beside bars for the longest of their labels, so that no amount is cut: never more than two fifths of the
 * chart.
 */
export const labelRoom = (labels: readonly string[], width: number): number =>
  Math.min(GAP_PX + LETTER_PX * Math.max(0, ...labels.map((label) => label.length)), Math.round(width * 0.4))

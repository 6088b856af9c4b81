/**
 * At most so many of a track's points, evenly by their number; the first and the last stay.
 * @returns the points, and of how many one is taken
 */
export function thinned<T>(
  points: readonly T[],
  max: number,
): { readonly items: readonly T[]; readonly every: number } {
  if (points.length <= max) return { items: points, every: 1 }
  const every = Math.ceil((points.length - 1) / (max - 1))
  const items = points.filter((_, at) => at % every === 0 || at === points.length - 1)
  return { items, every }
}

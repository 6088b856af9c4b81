/** The list with one of its entries moved to another place; places beyond the ends are the ends. */
export function movedEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from]
  if (one === undefined) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, one)
}

/**
 * The queue as ordered here, updated with the server's: drivers who left are removed, new ones are added at the end.
 */
export function reordered<T extends { readonly id: number }>(
  order: readonly number[] | null,
  rows: readonly T[],
): readonly T[] {
  if (!order) return rows
  const known = new Map(rows.map((one) => [one.id, one]))
  const mine = order.flatMap((id) => known.get(id) ?? [])
  return [...mine, ...rows.filter(({ id }) => !order.includes(id))]
}

/** What can be chosen, as far as people tell one from another. */
interface Told { readonly id: number | string; readonly label: string; readonly detail?: string }

/** Choices of which two are called the same say their number, too: nobody could tell which of them is meant. */
export function toldApart<C extends Told>(choices: readonly C[]): readonly C[] {
  const labels = new Set<string>()
  const twice = new Set<string>()
  for (const { label } of choices) (labels.has(label) ? twice : labels).add(label)
  if (twice.size === 0) return choices
  return choices.map((choice) => (twice.has(choice.label) && !choice.detail ? { ...choice, detail: numbered(choice) } : choice))
}

/** A record by its number alone. */
export const numbered = ({ id }: { readonly id: number | string }): string => `#${id}`

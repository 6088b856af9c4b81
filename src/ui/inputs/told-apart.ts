/** What can be chosen, as far as people tell one from another. */
interface Told {
  readonly id: number | string
  readonly label: string
  readonly detail?: string
}

/** What people read of a choice. */
const readOf = ({ label, detail = '' }: Told): string => `${label}\n${detail}`

/**
 * Choices of which two read the same say their number, too: nobody could tell which of them is meant. Names of fields
 * say nothing to people.
 */
export function toldApart<C extends Told>(choices: readonly C[]): readonly C[] {
  const read = new Set<string>()
  const twice = new Set<string>()
  for (const choice of choices) (read.has(readOf(choice)) ? twice : read).add(readOf(choice))
  if (twice.size === 0) return choices
  return choices.map((choice) => {
    if (!twice.has(readOf(choice)) || !/^\d+$/.test(String(choice.id))) return choice
    return { ...choice, detail: [choice.detail, numbered(choice)].filter(Boolean).join(' · ') }
  })
}

/** A record by its number alone. */
export const numbered = ({ id }: { readonly id: number | string }): string => `#${id}`

import { useCallback } from 'react'
import { anyId, anyOfText, anyText, asReference } from '../../model/any-reference'
import type { Field } from '../../model/field'
import type { FilterProps, InputProps } from '../../ui/field-view'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { filterSearch } from '../../ui/inputs/filter-search'
import type { FindChoices } from '../../ui/inputs/use-matches'
import { useLookup, type Choice, type Lookup } from '../../ui/lookup'
import { useLabelAtHand } from '../../ui/reference'
import { filtered, labelIn, useNamed } from './view'

// Each catalogue answers with its best matches; together they fill a list that can still be read.
const LIMIT = 30

/**
 * Searches all catalogues at once, each within what the asker may choose there; fails only where none of them answers.
 */
export async function findAny(
  lookup: Lookup,
  field: Field,
  text: string,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  const asked = (field.refAny?.targets ?? []).flatMap((target) => {
    const one = asReference(field, target.kind)
    return one
      ? [
          lookup.search(one, text, LIMIT, { signal }).then((found) =>
            found.map(
              (choice): Choice => ({
                id: `${target.kind}:${choice.id}`,
                label: choice.label,
                group: lookup.titleOf?.(one) ?? target.title,
              }),
            ),
          ),
        ]
      : []
  })
  const answers = await Promise.allSettled(asked)
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const useFind = (field: Field): FindChoices => {
  const lookup = useLookup()
  return useCallback((text, signal) => findAny(lookup, field, text, signal), [lookup, field])
}

/** One search over all catalogues, each choice under the name of its own. */
export function RefAnyInput({ field, form, value, onChange, ...rest }: InputProps) {
  const named = anyId(value)
  const [label, pick] = useLabelAtHand(value, named && anyText(named), () => labelIn(field, form))
  const chosen = useNamed(field, named, label)
  const take = (choice: Choice | null) => {
    pick(choice)
    onChange(choice ? anyOfText(String(choice.id)) : null)
  }
  return <LazyChoiceSearch {...rest} find={useFind(field)} chosen={chosen} onChoose={take} />
}

/** The same, by the text of a record. */
export function RefAnyFilter({ field, value, onChange, ...rest }: FilterProps) {
  const chosen = useNamed(field, filtered(value), null)
  return (
    <LazyChoiceSearch
      {...filterSearch(rest)}
      find={useFind(field)}
      chosen={chosen}
      onChoose={(choice) => onChange(choice ? String(choice.id) : null)}
    />
  )
}

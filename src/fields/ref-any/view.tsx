import { useCallback, useEffect, useState } from 'react'
import { anyId, anyOfText, anyText, asReference, type AnyId } from '../../model/any-reference'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import type { FindChoices } from '../../ui/inputs/use-matches'
import { useLookup, type Choice, type Lookup } from '../../ui/lookup'
import { AppLink } from '../../ui/show/AppLink'

export const refAnyView: FieldView = { align: 'left', Cell: RefAnyCell, Input: RefAnyInput, Filter: RefAnyFilter, FilterText: RefAnyFilterText, leads: true }

// Each catalogue answers with its best matches; together they fill a list that can still be read.
const LIMIT = 30

/** Searches all catalogues at once, each within what the asker may choose there; fails only where none of them answers. */
export async function findAny(lookup: Lookup, field: Field, text: string, signal?: AbortSignal): Promise<readonly Choice[]> {
  const asked = (field.refAny?.targets ?? []).flatMap((target) => {
    const one = asReference(field, target.kind)
    return one ? [lookup.search(one, text, LIMIT, { signal }).then((found) => found.map((choice): Choice => ({
      id: `${target.kind}:${choice.id}`, label: choice.label, group: lookup.titleOf?.(one) ?? target.title,
    })))] : []
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

/** The record that a value names: by the label at hand, else the server's. */
function useNamed(field: Field, value: AnyId | null, known: string | null): Choice | null {
  const lookup = useLookup()
  const [found, setFound] = useState<{ readonly text: string; readonly label: string } | null>(null)
  const text = value ? anyText(value) : ''
  const label = known ?? (found?.text === text ? found.label : null)
  useEffect(() => {
    const named = anyOfText(text)
    const one = named && asReference(field, named.kind)
    if (!named || !one || label !== null) return undefined
    let live = true
    lookup.label(one, named.id).catch(() => null).then((said) => {
      if (live) setFound({ text, label: said ?? `#${named.id}` })
    }, () => undefined)
    return () => {
      live = false
    }
  }, [lookup, field, text, label])
  return value ? { id: text, label: label ?? '' } : null
}

const labelIn = ({ name }: Field, record: JsonObject): string | null => textOf(record[`${name}__label`]) || null

function RefAnyCell({ field, value, record }: CellProps) {
  const lookup = useLookup()
  const named = anyId(value)
  const choice = useNamed(field, named, labelIn(field, record))
  const one = named && asReference(field, named.kind)
  const href = named && one ? lookup.href?.(one, named.id) : null
  const kind = one ? lookup.titleOf?.(one) : undefined
  if (!choice) return null
  return (
    <span title={kind}>
      {href ? <AppLink to={href} color="inherit" sx={{ textDecorationColor: 'currentColor' }}>{choice.label}</AppLink> : choice.label}
    </span>
  )
}

function RefAnyInput({ field, form, value, onChange, ...rest }: InputProps) {
  // The label came with the record as it was loaded, so it holds for that record alone.
  const [first] = useState(value)
  const [picked, setPicked] = useState<Choice | null>(null)
  const named = anyId(value)
  const isPicked = named !== null && picked?.id === anyText(named)
  const chosen = useNamed(field, named, isPicked ? picked.label : value === first ? labelIn(field, form) : null)
  const take = (choice: Choice | null) => {
    setPicked(choice)
    onChange(choice ? anyOfText(String(choice.id)) : null)
  }
  return <LazyChoiceSearch {...rest} find={useFind(field)} chosen={chosen} onChoose={take} />
}

/** Filters go by the text of a record, as addresses do. */
const filtered = (value: Json): AnyId | null => (typeof value === 'string' ? anyOfText(value) : anyId(value))

function RefAnyFilter({ field, value, onChange, ...rest }: FilterProps) {
  const chosen = useNamed(field, filtered(value), null)
  return (
    <LazyChoiceSearch
      {...rest}
      required={false}
      disabled={false}
      openOnFocus={rest.autoFocus}
      find={useFind(field)}
      chosen={chosen}
      onChoose={(choice) => onChange(choice ? String(choice.id) : null)}
    />
  )
}

function RefAnyFilterText({ field, value }: FilterTextProps) {
  return <>{useNamed(field, filtered(value), null)?.label || textOf(value)}</>
}

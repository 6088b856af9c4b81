import { useCallback, useEffect, useState } from 'react'
import { AppLink } from '../../client/ui/AppLink'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../client/ui/field-view'
import { LazyChoiceSearch } from '../../client/ui/LazyChoiceSearch'
import { useLookup, type Choice } from '../../client/ui/lookup'
import { textOf } from '../../client/ui/TextBox'
import type { Json, JsonObject } from '../../model/json'
import type { Field } from '../../model/model'

export const refView: FieldView = { align: 'left', Cell: RefCell, Input: RefInput, Filter: RefFilter, FilterText: RefFilterText }

// Spec 1 §9: remote selects load up to 100 items, in filters up to 500.
const INPUT_LIMIT = 100
const FILTER_LIMIT = 500

const idOf = (value: Json): number | string | null => (typeof value === 'number' || typeof value === 'string' ? value : null)

/** The label that came with the record: `<field>__label`, else what the reference expands to. */
function labelIn(field: Field, record: JsonObject): string | null {
  const own = record[`${field.name}__label`]
  if (typeof own === 'string') return own
  const parts = Object.keys(field.ref?.expand ?? {})
    .map((wire) => textOf(record[wire]))
    .filter(Boolean)
  return parts.length ? parts.join(' ') : null
}

/** The label of an id: the one at hand, else the server's. */
function useLabel(field: Field, id: number | string | null, known: string | null): string {
  const lookup = useLookup()
  const [found, setFound] = useState<Choice | null>(null)
  const wanted = id !== null && known === null && found?.id !== id
  useEffect(() => {
    if (!wanted || id === null) return
    let live = true
    lookup.label(field, id).then(
      (label) => {
        if (live) setFound({ id, label: label ?? `#${id}` })
      },
      () => {
        if (live) setFound({ id, label: `#${id}` })
      },
    )
    return () => {
      live = false
    }
  }, [lookup, field, id, wanted])
  return known ?? (found && found.id === id ? found.label : '')
}

function RefCell({ field, value, record }: CellProps) {
  const id = idOf(value)
  const label = useLabel(field, id, labelIn(field, record))
  const href = useLookup().href?.(field, id ?? '')
  return href && id !== null ? (
    <AppLink to={href} color="inherit" sx={{ textDecorationColor: 'currentColor' }}>
      {label}
    </AppLink>
  ) : (
    <>{label}</>
  )
}

function RefInput({ field, form, value, onChange, ...rest }: InputProps) {
  const lookup = useLookup()
  const id = idOf(value)
  // The label beside the id is of the record as it was loaded: it holds for that id alone.
  const [first] = useState(id)
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked && picked.id === id ? picked.label : id === first ? labelIn(field, form) : null
  const label = useLabel(field, id, known)
  const find = useCallback((text: string, signal: AbortSignal) => lookup.search(field, text, INPUT_LIMIT, signal), [lookup, field])
  return (
    <LazyChoiceSearch
      {...rest}
      find={find}
      chosen={id === null ? null : { id, label }}
      onChoose={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? null)
      }}
    />
  )
}

function RefFilter({ field, value, onChange, ...rest }: FilterProps) {
  const lookup = useLookup()
  const id = idOf(value)
  const label = useLabel(field, id, null)
  const find = useCallback((text: string, signal: AbortSignal) => lookup.search(field, text, FILTER_LIMIT, signal), [lookup, field])
  return (
    <LazyChoiceSearch
      {...rest}
      required={false}
      disabled={false}
      openOnFocus={rest.autoFocus}
      find={find}
      chosen={id === null ? null : { id, label }}
      onChoose={(choice) => onChange(choice?.id ?? null)}
    />
  )
}

function RefFilterText({ field, value }: FilterTextProps) {
  const id = idOf(value)
  return <>{useLabel(field, id, null) || textOf(value)}</>
}

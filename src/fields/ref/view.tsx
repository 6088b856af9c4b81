import { useState } from 'react'
import { AppLink } from '../../ui/show/AppLink'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { useLookup, type Choice } from '../../ui/lookup'
import { WAITING } from '../../ui/show/waiting'
import {
  isId,
  useChoices,
  useFilterSearch,
  useReferenceSearch,
  useSoleChoice,
  useStillFits,
  type ReferredId,
} from '../../ui/reference'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'

export const refView: FieldView = {
  align: 'left',
  Cell: RefCell,
  Input: RefInput,
  Filter: RefFilter,
  FilterText: RefFilterText,
  leads: true,
}

/** The label that came with the record: `<field>__label`, or else what the reference expands to. */
function labelIn(field: Field, record: JsonObject): string | null {
  const own = record[`${field.name}__label`]
  if (typeof own === 'string') return own
  const parts = Object.keys(field.ref?.expand ?? {})
    .map((wire) => textOf(record[wire]))
    .filter(Boolean)
  return parts.length ? parts.join(' ') : null
}

/** The choice for an id, by the label at hand or the server's. */
function useChoice(field: Field, value: Json, label: string | null): Choice | null {
  const ids: readonly ReferredId[] = isId(value) ? [value] : []
  const known = new Map(ids.flatMap((id) => (label === null ? [] : [[id, label] as const])))
  return useChoices(field, ids, known)[0] ?? null
}

function RefCell({ field, value, record }: CellProps) {
  const choice = useChoice(field, value, labelIn(field, record))
  const href = useLookup().href?.(field, choice?.id ?? '', record)
  return href && choice ? (
    <AppLink to={href} color="inherit" sx={{ textDecorationColor: 'currentColor' }}>
      {choice.label}
    </AppLink>
  ) : (
    <>{choice?.label}</>
  )
}

function RefInput({ field, form, value, onChange, onPreset, ...rest }: InputProps) {
  const lookup = useLookup()
  // The label came with the record as it was loaded, so it holds for that id alone.
  const [first] = useState(value)
  const [picked, setPicked] = useState<Choice | null>(null)
  const chosen = useChoice(
    field,
    value,
    picked && picked.id === value ? picked.label : value === first ? labelIn(field, form) : null,
  )
  const fits = useStillFits(field, form, chosen ? [chosen] : [], !rest.disabled, () => onChange(null))
  const take = (choice: Choice | null) => {
    setPicked(choice)
    fits.forget()
    if (choice) lookup.used(field, choice)
    onChange(choice?.id ?? null)
  }
  const mayBegin = (rest.required || field.ref?.sole === true) && !rest.disabled
  useSoleChoice(field, form, mayBegin && value === null, (choice) => {
    setPicked(choice)
    ;(onPreset ?? onChange)(choice.id)
  })
  const search = useReferenceSearch(field, form, take)
  return <LazyChoiceSearch {...rest} {...search} word={fits.told} chosen={chosen} onChoose={take} />
}

function RefFilter({ field, value, onChange, ...rest }: FilterProps) {
  const chosen = useChoice(field, value, null)
  return (
    <LazyChoiceSearch
      {...rest}
      required={false}
      disabled={false}
      openOnFocus={rest.autoFocus}
      find={useFilterSearch(field)}
      chosen={chosen}
      onChoose={(choice) => onChange(choice?.id ?? null)}
    />
  )
}

function RefFilterText({ field, value }: FilterTextProps) {
  return <>{useChoice(field, value, null)?.label || WAITING}</>
}

import { Fragment, useState } from 'react'
import { LabelLink } from '../../ui/show/LabelLink'
import { WAITING } from '../../ui/show/waiting'
import { filterSearch } from '../../ui/inputs/filter-search'
import { LazyChoicesSearch } from '../../ui/inputs/LazyChoiceSearch'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { useLookup, type Choice } from '../../ui/lookup'
import {
  isId,
  useChoices,
  useFilterSearch,
  useReferenceSearch,
  useStillFits,
  type ReferredId,
} from '../../ui/reference'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'

export const refsView: FieldView = {
  align: 'left',
  Cell: RefsCell,
  Input: RefsInput,
  Filter: RefsFilter,
  FilterText: RefsFilterText,
  leads: true,
  wide: true,
}

const NO_LABELS: ReadonlyMap<ReferredId, string> = new Map()

/** Ids of a value; a filter may hold a single one. */
const idsOf = (value: Json): readonly ReferredId[] => (Array.isArray(value) ? value : [value]).filter(isId)

/** The labels that came with the record: `<field>__label`, in the order of its ids. */
function labelsIn(field: Field, value: Json, record: JsonObject): ReadonlyMap<ReferredId, string> {
  const labels = record[`${field.name}__label`]
  if (!Array.isArray(labels)) return NO_LABELS
  return new Map(idsOf(value).flatMap((id, at) => (typeof labels[at] === 'string' ? [[id, labels[at]] as const] : [])))
}

function RefsCell({ field, value, record }: CellProps) {
  const lookup = useLookup()
  const choices = useChoices(field, idsOf(value), labelsIn(field, value, record))
  return choices.map(({ id, label }, at) => {
    const href = lookup.href?.(field, id, record)
    return (
      <Fragment key={id}>
        {at > 0 && ', '}
        <LabelLink to={href} label={label} />
      </Fragment>
    )
  })
}

function RefsInput({ field, form, value, onChange, ...rest }: InputProps) {
  const lookup = useLookup()
  // The labels that came with the record, and those of what was picked since.
  const [known, setKnown] = useState(() => labelsIn(field, value, form))
  const ids = idsOf(value)
  const chosen = useChoices(field, ids, known)
  const send = (next: readonly ReferredId[]) => onChange(next.length ? [...next] : null)
  const fits = useStillFits(field, form, chosen, !rest.disabled, (lost) => send(ids.filter((id) => !lost.includes(id))))
  const take = (choices: readonly Choice[]) => {
    setKnown((now) => new Map([...now, ...choices.map(({ id, label }) => [id, label] as const)]))
    fits.forget()
    for (const choice of choices) if (!ids.includes(choice.id)) lookup.used(field, choice)
    send(choices.map(({ id }) => id))
  }
  const search = useReferenceSearch(field, form, (created) => take([...chosen, created]))
  return <LazyChoicesSearch {...rest} {...search} word={fits.told} chosen={chosen} onChoose={take} />
}

function RefsFilter({ field, value, onChange, ...rest }: FilterProps) {
  const ids = idsOf(value)
  return (
    <LazyChoicesSearch
      {...filterSearch(rest)}
      find={useFilterSearch(field)}
      chosen={useChoices(field, ids, NO_LABELS)}
      onChoose={([first, ...others]) =>
        onChange(first ? (others.length ? [first, ...others].map(({ id }) => id) : first.id) : null)
      }
    />
  )
}

function RefsFilterText({ field, value }: FilterTextProps) {
  return (
    <>
      {useChoices(field, idsOf(value), NO_LABELS)
        .map(({ label }) => label || WAITING)
        .join(', ')}
    </>
  )
}

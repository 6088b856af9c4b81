import { LabelLink } from '../../ui/show/LabelLink'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { filterSearch } from '../../ui/inputs/filter-search'
import { textOf } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { useLookup, type Choice } from '../../ui/lookup'
import { WAITING } from '../../ui/show/waiting'
import {
  isId,
  useFilterSearch,
  useLabelAtHand,
  useLabelCall,
  useOneLabelled,
  useReferenceSearch,
  useSoleChoice,
  useStillFits,
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
const useChoice = (field: Field, value: Json, label: string | null): Choice | null =>
  useOneLabelled(isId(value) ? value : null, label, useLabelCall(field))

function RefCell({ field, value, record }: CellProps) {
  const choice = useChoice(field, value, labelIn(field, record))
  const href = useLookup().href?.(field, choice?.id ?? '', record)
  return choice && <LabelLink to={href} label={choice.label} />
}

function RefInput({ field, form, value, onChange, onPreset, ...rest }: InputProps) {
  const lookup = useLookup()
  const [label, pick] = useLabelAtHand(value, isId(value) ? value : null, () => labelIn(field, form))
  const chosen = useChoice(field, value, label)
  const fits = useStillFits(field, form, chosen ? [chosen] : [], !rest.disabled, () => onChange(null))
  const take = (choice: Choice | null) => {
    pick(choice)
    fits.forget()
    if (choice) lookup.used(field, choice)
    onChange(choice?.id ?? null)
  }
  const mayBegin = (rest.required || field.ref?.sole === true) && !rest.disabled
  useSoleChoice(field, form, mayBegin && value === null, (choice) => {
    pick(choice)
    ;(onPreset ?? onChange)(choice.id)
  })
  const search = useReferenceSearch(field, form, take)
  return <LazyChoiceSearch {...rest} {...search} word={fits.told} chosen={chosen} onChoose={take} />
}

function RefFilter({ field, value, onChange, ...rest }: FilterProps) {
  const chosen = useChoice(field, value, null)
  return (
    <LazyChoiceSearch
      {...filterSearch(rest)}
      find={useFilterSearch(field)}
      chosen={chosen}
      onChoose={(choice) => onChange(choice?.id ?? null)}
    />
  )
}

function RefFilterText({ field, value }: FilterTextProps) {
  return <>{useChoice(field, value, null)?.label || WAITING}</>
}

import { useCallback } from 'react'
import { anyId, anyOfText, anyText, asReference, type AnyId } from '../../model/any-reference'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { CellProps, FieldView, FilterTextProps } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { useLookup, type Choice } from '../../ui/lookup'
import { WAITING } from '../../ui/show/waiting'
import { LabelLink } from '../../ui/show/LabelLink'
import { useOneLabelled } from '../../ui/reference'

export const refAnyView: FieldView = {
  align: 'left',
  Cell: RefAnyCell,
  Input: lateInput(
    async () => (await import('./RefAnyInput')).RefAnyInput,
    (props) => <TextBox {...props} text="" autoFocus={false} onText={() => undefined} readOnly />,
  ),
  Filter: lateInput(
    async () => (await import('./RefAnyInput')).RefAnyFilter,
    () => null,
  ),
  FilterText: RefAnyFilterText,
  leads: true,
}

/** The record that a value names: by the label at hand, else the server's. */
export function useNamed(field: Field, value: AnyId | null, known: string | null): Choice | null {
  const lookup = useLookup()
  const text = value && anyText(value)
  const ask = useCallback(
    (id: string) => {
      const named = anyOfText(id)
      const one = named && asReference(field, named.kind)
      return one && named ? lookup.label(one, named.id) : null
    },
    [lookup, field],
  )
  return useOneLabelled(text, known, ask)
}

export const labelIn = ({ name }: Field, record: JsonObject): string | null => textOf(record[`${name}__label`]) || null

function RefAnyCell({ field, value, record }: CellProps) {
  const lookup = useLookup()
  const named = anyId(value)
  const choice = useNamed(field, named, labelIn(field, record))
  const one = named && asReference(field, named.kind)
  const href = named && one ? lookup.href?.(one, named.id, record) : null
  const kind = one ? lookup.titleOf?.(one) : undefined
  if (!choice) return null
  return (
    <span title={kind}>
      <LabelLink to={href} label={choice.label} />
    </span>
  )
}

/** Filters go by the text of a record, as addresses do. */
export const filtered = (value: Json): AnyId | null => (typeof value === 'string' ? anyOfText(value) : anyId(value))

function RefAnyFilterText({ field, value }: FilterTextProps) {
  return <>{useNamed(field, filtered(value), null)?.label || WAITING}</>
}

import { useEffect, useState } from 'react'
import { anyId, anyOfText, anyText, asReference, type AnyId } from '../../model/any-reference'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { CellProps, FieldView, FilterTextProps } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { useLookup, type Choice } from '../../ui/lookup'
import { useSay } from '../../ui/show/style'
import { WAITING } from '../../ui/show/waiting'
import { AppLink } from '../../ui/show/AppLink'

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
  const say = useSay()
  const [found, setFound] = useState<{ readonly text: string; readonly label: string | null } | null>(null)
  const text = value ? anyText(value) : ''
  const isFound = found?.text === text
  const label = known ?? (isFound ? (found.label ?? say('field.unreadable')) : null)
  useEffect(() => {
    const named = anyOfText(text)
    const one = named && asReference(field, named.kind)
    if (!named || !one || label !== null) return undefined
    let live = true
    lookup
      .label(one, named.id)
      .catch(() => null)
      .then(
        (said) => {
          if (live) setFound({ text, label: said })
        },
        () => undefined,
      )
    return () => {
      live = false
    }
  }, [lookup, field, text, label])
  return value ? { id: text, label: label ?? '' } : null
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
      {href ? (
        <AppLink to={href} color="inherit" sx={{ textDecorationColor: 'currentColor' }}>
          {choice.label}
        </AppLink>
      ) : (
        choice.label
      )}
    </span>
  )
}

/** Filters go by the text of a record, as addresses do. */
export const filtered = (value: Json): AnyId | null => (typeof value === 'string' ? anyOfText(value) : anyId(value))

function RefAnyFilterText({ field, value }: FilterTextProps) {
  return <>{useNamed(field, filtered(value), null)?.label || WAITING}</>
}

import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { fieldTypes } from '../../fields/data'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import { entityFieldKeys } from '../../model/field-words'
import type { JsonObject } from '../../model/json'
import { askedFields } from '../../model/rules/rule-questions'
import { fold } from '../../model/values/fold'
import type { InputProps } from '../../ui/field-view'
import { LazyChoicesSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import type { Choice } from '../../ui/lookup'
import { useConsole } from '../console/console'
import { firstWord, useFieldLabel } from '../console/labels'
import { useCatalogue } from './use-catalogue'

/** How an alert's texts of names are read and written: names of fields, addresses among the recipients. */
interface Naming {
  readonly of: (entity: Entity, entities: { readonly [name: string]: Entity }, alert: JsonObject) => readonly Named[]
  /** What stands between two names. */
  readonly between: string
  /** Addresses are names, too. */
  readonly takesAddresses: boolean
}
interface Named {
  readonly name: string
  readonly field: Field
  readonly ref?: Field
}

/** The fields whose change an alert is about; the people and addresses that a record names. */
const NAMINGS: { readonly [field: string]: Naming } = {
  fields: {
    of: ({ fields }) =>
      Object.values(fields)
        .filter(({ computed, system, secret }) => !computed && !system && !secret)
        .map((field) => ({ name: field.name, field })),
    between: ', ',
    takesAddresses: false,
  },
  recipients: {
    of: (entity, entities, { channel }) =>
      askedFields(entity, entities, fieldTypes).filter(
        ({ field }) => field.ref?.to === 'users' || (field.type === 'email' && channel === 'mail'),
      ),
    between: '\n',
    takesAddresses: true,
  },
}

/** What can be named in a field of an alert, by the words of its module's own list. */
export function useAlertNames(field: string, alert: JsonObject): readonly Choice[] | null {
  const translate = useTranslate()
  const { model } = useConsole()
  const catalogue = useCatalogue(alert)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const label = useFieldLabel(catalogue ?? { name: '', entity: '' })
  const { channel = null } = alert
  return useMemo(() => {
    const naming = NAMINGS[field]
    if (!entity || !naming) return null
    const far = (field: Field) => firstWord(translate, entityFieldKeys(field.entity, field, field.name)) ?? field.title
    return naming.of(entity, model.entities, { channel }).map(({ name, field: named, ref }) => ({
      id: name,
      label: ref ? `${label(ref.name)} · ${far(named)}` : label(name),
    }))
  }, [field, entity, model, channel, label, translate])
}

/** What a text names, in the words of what can be named. */
export const namedChoices = (value: unknown, choices: readonly Choice[]): readonly Choice[] =>
  textOf(value)
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((name) => choices.find(({ id }) => id === name) ?? { id: name, label: name })

/** Several names, chosen by their labels; an address is typed. */
export function AlertNames({ value, onChange, form, ...rest }: InputProps) {
  const choices = useAlertNames(rest.field.name, form)
  const { between = ', ', takesAddresses = false } = NAMINGS[rest.field.name] ?? {}
  const find = (text: string): Promise<readonly Choice[]> => {
    const typed = text.trim()
    const isAddress = takesAddresses && form['channel'] === 'mail' && typed.includes('@')
    const address = isAddress ? [{ id: typed, label: typed }] : []
    return Promise.resolve([...address, ...(choices ?? []).filter(({ label }) => fold(label).includes(fold(typed)))])
  }
  // While its names are on their way it can be typed into all the same: they are searched again once they are there.
  const isOfNone = typeof form['id_module'] !== 'number'
  return (
    <LazyChoicesSearch
      {...rest}
      disabled={rest.disabled || isOfNone}
      chosen={namedChoices(value, choices ?? [])}
      find={find}
      onChoose={(next) => onChange(next.length === 0 ? null : next.map(({ id }) => id).join(between))}
    />
  )
}

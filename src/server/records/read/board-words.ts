import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import { whereValues } from '../../../model/rules/where-values'
import type { RecordContext } from '../record-context'
import { choiceText, fieldLabel, flagText } from '../fields/labels'
import { labelKey } from '../fields/row-columns'

type Value = string | number | null

/**
 * The values that a choice or a flag can have in the catalogue, in their order; null: those of a reference are what its
 * records say.
 */
export function declaredValues({ resource }: RecordContext, field: Field): readonly Value[] | null {
  if (field.ref) return null
  const all: readonly Value[] = field.type === 'enum' ? choices(field).map(({ value }) => value) : [0, 1]
  const own = whereValues(resource.where, field.name)
  const over = whereValues(resource.closed, field.name) ?? []
  return all.filter((value) => (own?.includes(value) ?? true) && !over.includes(value))
}

/** What people call a column. @param first one of its records, which has the name of what it refers to */
export function columnLabel(
  { runtime: { words }, actor: { language }, resource }: RecordContext,
  field: Field,
  value: Value,
  first: JsonObject | undefined,
): string {
  if (value === null)
    return words.say(language, 'board.none', {
      field: withinSentence(fieldLabel(words, language, resource, field, field.name)),
    })
  if (field.type === 'enum') return choiceText(words, language, field, String(value))
  if (field.type === 'flag') return flagText(words, language, field, value === 1, value === 1 ? 'logs.yes' : 'logs.no')
  const named = first?.[labelKey(field.name)]
  return typeof named === 'string' && named !== '' ? named : `#${String(value)}`
}

/** The colour that the schema gives a choice. */
export const columnColour = (field: Field, value: Value): string | undefined =>
  field.type === 'enum' ? choices(field).find((choice) => choice.value === value)?.color : undefined

/** A label within a sentence: "Conductor" becomes "conductor", "RUC" stays. */
const withinSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

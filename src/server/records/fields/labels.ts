import type { Entity } from '../../../model/entity'
import {
  actionKeys,
  broughtBy,
  choiceKeys,
  entityFieldKeys,
  fieldKeys,
  helpKeys,
  innerKeys,
  oneKeys,
} from '../../../model/field-words'
import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import { fieldWithin } from '../../../model/inner-field'
import { fold } from '../../../model/values/fold'
import type { Resource } from '../../../model/resource'
import type { Words } from '../../language/runtime'

/** The label of a field: the catalogue's own, the entity's, the general one, else the schema's title. */
export function fieldLabel(
  words: Words,
  language: string,
  resource: Pick<Resource, 'name' | 'entity'>,
  field: Field | undefined,
  name: string,
): string {
  // An administrator's field has only the administrator's own label.
  if (field?.dynamic) return field.title
  return said(words, language, fieldKeys(resource, field, name)) ?? field?.title ?? name
}

/**
 * The label of a column of a list, under the title that the list gives it. What a reference brings has the reference's
 * label, and its own beside it where the list has another column of that label.
 * @param field the field behind it, of the entity or of the referenced one
 */
export function columnLabel(
  words: Words,
  language: string,
  resource: Resource,
  entity: Entity,
  field: Field,
  name: string,
): string {
  const written = [...resource.list.columns, ...resource.list.details].find(({ f }) => f === name)?.title
  if (written !== undefined) return said(words, language, [`resources.${resource.name}.columns.${name}`]) ?? written
  if (name.includes('.')) return innerLabel(words, language, resource, entity, name)
  const brought = broughtBy(entity, name, resource.list)
  const plain = fieldLabel(words, language, resource, brought?.from ?? field, name)
  if (!brought?.hasTwin || said(words, language, fieldKeys(resource, undefined, name)) !== null) return plain
  const own = said(words, language, entityFieldKeys(field.entity, field, brought.there)) ?? field.title
  return `${fieldLabel(words, language, resource, brought.from, brought.from.name)} · ${own}`
}

/** The label of a value within a compound one, after those of what holds it: `Apariencia · Borde · Ancho`. */
export function innerLabel(
  words: Words,
  language: string,
  resource: Pick<Resource, 'name' | 'entity'>,
  entity: Entity,
  name: string,
): string {
  const steps = name.split('.')
  return steps
    .map((_, i) => {
      const at = steps.slice(0, i + 1).join('.')
      const field = i === 0 ? entity.fields[at] : fieldWithin(entity.fields, at)?.inner
      return (field && said(words, language, innerKeys(resource, field))) ?? field?.title ?? at
    })
    .join(' · ')
}

/** The help under a field's input; empty: it has none. */
export const fieldHelp = (
  words: Words,
  language: string,
  resource: Pick<Resource, 'name' | 'entity'>,
  field: Field,
): string => said(words, language, helpKeys(resource, field)) ?? field.help ?? ''

/** The label of a catalogue. */
export const resourceTitle = (words: Words, language: string, resource: Resource): string =>
  said(words, language, [`resources.${resource.name}.name`]) ?? resource.title

/** A sentence of the application's own in place of a rule read aloud; null: it has none. */
export const ownWhy = (words: Words, language: string, keys: readonly string[]): string | null =>
  said(words, language, keys)

/** What one record of a catalogue is called: `Conductor`. */
export const oneTitle = (
  words: Words,
  language: string,
  { name, entity: of }: Pick<Resource, 'name' | 'entity'>,
  entity: Pick<Entity, 'title'>,
): string => said(words, language, oneKeys({ name, entity: of })) ?? entity.title

/** The label of one value of a field with choices. */
export const choiceText = (words: Words, language: string, field: Field, value: string): string =>
  said(words, language, choiceKeys(field, value)) ??
  choices(field).find((choice) => choice.value === value)?.title ??
  value

/** The label of one side of a flag: its own, if there is one, else the common key. */
export const flagText = (words: Words, language: string, field: Field, on: boolean, otherwise: string): string =>
  said(words, language, choiceKeys(field, on ? '1' : '0')) ?? words.say(language, otherwise)

/**
 * Labels of both sides of a flag, [off, on], as used in files; null where it has none or they are the same, so that yes
 * and no serve.
 */
export function flagWords(words: Words, language: string, field: Field): readonly [off: string, on: string] | null {
  const [off, on] = ['0', '1'].map((side) => said(words, language, choiceKeys(field, side))?.trim())
  return off && on && fold(off) !== fold(on) ? [off, on] : null
}

/** The first of these keys that has a text; `say` returns a key that has none. */
export function said(words: Words, language: string, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = words.say(language, key)
    if (text !== key) return text
  }
  return null
}

/** What people call a move of the flow. */
export function moveLabel(words: Words, language: string, resource: Resource, name: string): string {
  const action = resource.actions.find(({ id, move }) => move && id === name)
  return (action && said(words, language, actionKeys(resource, action))) ?? action?.title ?? name
}

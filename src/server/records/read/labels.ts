import { choiceKeys, choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import { fold } from '../../../model/values/fold'
import type { Resource } from '../../../model/resource'
import type { Words } from '../../runtime'

/** What people call a field: the catalogue's own word, the entity's, the general one, else the schema's title. */
export function fieldLabel(
  words: Words,
  language: string,
  resource: Pick<Resource, 'name' | 'entity'>,
  field: Field | undefined,
  name: string,
): string {
  // An administrator's own word is the only one there is.
  if (field?.dynamic) return field.title
  return (
    said(words, language, [`resources.${resource.name}.fields.${name}`, `entities.${resource.entity}.fields.${name}`, `fields.${name}`]) ??
    field?.title ??
    name
  )
}

/** What people call a catalogue. */
export const resourceTitle = (words: Words, language: string, resource: Resource): string =>
  said(words, language, [`resources.${resource.name}.name`]) ?? resource.title

/** What people call one value of a field with choices. */
export const choiceText = (words: Words, language: string, field: Field, value: string): string =>
  said(words, language, choiceKeys(field, value)) ?? choices(field).find((choice) => choice.value === value)?.title ?? value

/** What people call a side of a flag: by words of its own, where there are any, else by a common word's key. */
export const flagText = (words: Words, language: string, field: Field, on: boolean, otherwise: string): string =>
  said(words, language, choiceKeys(field, on ? '1' : '0')) ?? words.say(language, otherwise)

/**
 * Words of its own for both sides of a flag, [off, on], as a file has them; null where it has none or they do not tell the sides apart,
 * so that yes and no do.
 */
export function flagWords(words: Words, language: string, field: Field): readonly [off: string, on: string] | null {
  const [off, on] = ['0', '1'].map((side) => said(words, language, choiceKeys(field, side))?.trim())
  return off && on && fold(off) !== fold(on) ? [off, on] : null
}

/** The first of these keys that has words; `say` gives back a key that has none. */
function said(words: Words, language: string, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = words.say(language, key)
    if (text !== key) return text
  }
  return null
}

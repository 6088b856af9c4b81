import { choiceKeys, choices } from '../../model/choices'
import type { Field, Resource } from '../../model/model'
import type { Words } from '../runtime'

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

/** The first of these keys that has words; `say` gives back a key that has none. */
function said(words: Words, language: string, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = words.say(language, key)
    if (text !== key) return text
  }
  return null
}

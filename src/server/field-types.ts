import { fieldTypes as plain } from '../fields/data'
import type { FieldType, FieldTypes, Reading } from '../model/field-type'
import type { Json } from '../model/json'
import { cleanHtml } from './rich-text'

/** Twice what any rich text may have: more is refused by its length, and need not be cleaned first. */
const MAX_CHARS = 200_000

/**
 * The registry of field types as the server uses it: rich text is cleaned in the one step that everything written goes through, be it
 * from a form, another program, a file or a hook.
 */
export const fieldTypes: FieldTypes = { ...plain, richtext: cleaned(plain.richtext) }

function cleaned(type: FieldType): FieldType {
  const clean: FieldType['canonical'] = (value, field): Json => {
    const text = type.canonical(value, field)
    return typeof text === 'string' && text.length <= MAX_CHARS ? type.canonical(cleanHtml(text), field) : text
  }
  return {
    ...type,
    canonical: clean,
    fromText: (text, field): Reading => {
      const read = type.fromText(text, field)
      return 'value' in read && read.value !== null ? { value: clean(read.value, field) } : read
    },
  }
}

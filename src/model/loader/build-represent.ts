import type { Field, RepresentPart } from '../field'
import type { FieldTypes } from '../field-type'
import { didYouMean } from './did-you-mean'
import { fileOf, keyword, type EntityDraft } from './entity-draft'
import type { Place } from './fault'

/** The pieces of `x-represent`; without it the first single-line text, else the id. */
export function representOf(draft: EntityDraft, fieldTypes: FieldTypes): RepresentPart[] {
  const written = keyword(draft, 'x-represent')
  if (typeof written?.value === 'string') return readRepresent(written.value, draft, fieldTypes, written.place)
  const readable = [...draft.fields.values()].map(({ field }) => field).filter(field => isReadable(field, fieldTypes))
  return [{ field: readable.find(field => field.name !== 'id' && fieldTypes[field.type]?.filter === 'contains')?.name ?? 'id' }]
}

function readRepresent(text: string, draft: EntityDraft, fieldTypes: FieldTypes, place: Place): RepresentPart[] {
  const parts = text.split(/(\{[^{}]*\})/).filter(Boolean).map((part): RepresentPart => {
    if (!/^\{.*\}$/.test(part)) return { text: part }
    return { field: part.slice(1, -1) }
  })
  for (const part of parts) {
    if ('text' in part) {
      if (/[{}]/.test(part.text)) place.fault('M010', `"${text}" has a brace too many or too few. Write fields as {name}.`)
      continue
    }
    const found = draft.fields.get(part.field)
    if (!found) place.fault('M010', `no field "${part.field}" in ${fileOf(draft)}.${didYouMean(part.field, draft.fields.keys())}`)
    else if (!isReadable(found.field, fieldTypes)) {
      place.fault('M010', `"${part.field}" (${found.field.type}) is no text people read. Name a text or a number.`)
    }
  }
  return parts
}

function isReadable(field: Field, fieldTypes: FieldTypes): boolean {
  const type = fieldTypes[field.type]
  if (!type || field.secret || type.virtual || type.writeOnly || type.inList === false || field.schema['x-to'] !== undefined) return false
  return type.json === 'string' || type.json === 'integer' || type.json === 'number'
}

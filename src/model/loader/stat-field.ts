import { typeOf } from '../canonical'
import type { Field } from '../field'
import type { FieldType } from '../field-type'
import { isObject, type JsonObject } from '../json'
import { listOperators } from '../list-operators'
import type { ErrorPlace } from './metadata-error'
import { shownField, viewField, type ResourceRoom } from './resource-room'

export type Fits = (field: Field, type: FieldType) => boolean

/** The field that a stat names under a key; reports where there is none, or it is not what is needed. */
export function statField(
  said: JsonObject,
  key: string,
  fits: Fits,
  what: string,
  room: ResourceRoom,
  place: ErrorPlace,
  id: 'M120' | 'M121' | 'M125' = 'M121',
): string | undefined {
  const name = String(said[key])
  const field = shownField(name, room, place.in(key))
  if (!field) return undefined
  if (fits(field, typeOf(field, room.fieldTypes))) return name
  place.in(key).error(id, `"${name}" (${field.type}) is not ${what}. Name one.`)
  return undefined
}

/** What a filter of a list knows beside operators: hours of the week of moments, parts of the earth of points. */
const ownWords = ({ isMoment, place }: FieldType): readonly string[] => [
  ...(isMoment ? ['hours'] : []),
  ...(place === 'point' ? ['box'] : []),
]

/**
 * Filters as a list's address has them: each of a field that can be filtered by, with operators that its type knows.
 */
export function statFilters(said: JsonObject, key: string, room: ResourceRoom, place: ErrorPlace): JsonObject {
  const filters = isObject(said[key]) ? said[key] : {}
  for (const [name, asked] of Object.entries(filters)) {
    const at = place.in(key, name)
    const field = name === 'q' ? null : viewField(name, room, at)
    const type = field && typeOf(field, room.fieldTypes)
    const known: readonly string[] = type ? [...listOperators(type), ...ownWords(type)] : []
    const unknown = field && isObject(asked) ? Object.keys(asked).find((op) => !known.includes(op)) : undefined
    if (field && (known.length === 0 || unknown !== undefined)) {
      at.error(
        'M026',
        `a field of type ${field.type} has no "${unknown ?? 'filter'}".${known.length ? ` It has: ${known.join(', ')}.` : ' Remove it.'}`,
      )
    }
  }
  return filters
}

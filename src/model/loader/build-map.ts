import { typeOf } from '../canonical'
import type { Entity } from '../entity'
import type { Field } from '../field'
import type { JsonObject } from '../json'
import type { Layout } from '../layout'
import type { Column } from '../resource'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import type { ResourceRoom } from './resource-room'
import type { Fits } from './stat-field'

export const isColour: Fits = ({ virtual }, { name }) =>
  !virtual && (name === 'enum' || name === 'flag' || name === 'color')
export const fitsPlace: Fits = ({ virtual }, { place }) => !virtual && place !== undefined
const isMoment: Fits = ({ virtual }, type) => !virtual && type.isMoment === true

/** More references in a row are no longer "its" rows. */
const MAX_STEPS = 2

/** A map whose places are kept in rows of another entity; null where they are not found. */
export function mapElsewhere(
  said: JsonObject,
  card: readonly Column[],
  { entity, rules, fieldTypes }: ResourceRoom,
  place: ErrorPlace,
): Layout | null {
  const from = said.at as JsonObject
  const at = place.in('at')
  if (said.colour !== undefined)
    place
      .in('colour')
      .error(
        'M114',
        'the place is kept in other rows. Write "colour" into "at", for a choice of theirs, or leave it out.',
      )
  const rows = rules.entities[String(from.of)]
  if (!rows) {
    at.in('of').error(
      'M006',
      `no schema "${String(from.of)}".${didYouMean(String(from.of), Object.keys(rules.entities))}`,
    )
    return null
  }
  const named = (key: string, fits: Fits, what: string): Field | undefined => {
    if (typeof from[key] !== 'string') return undefined
    const field = fieldOf(rows, from[key], at.in(key))
    if (!field || fits(field, typeOf(field, fieldTypes))) return field
    at.in(key).error('M114', `"${field.name}" (${field.type}) of ${rows.name} is not ${what}. Name one.`)
    return undefined
  }
  const by = String(from.by).split('.')
  const isOne = leadsTo(entity, by, rows, rules.entities, at.in('by'))
  const [point, last, colour] = [
    named('field', fitsPlace, 'a place or an area'),
    named('last', isMoment, 'a moment'),
    named('colour', isColour, 'a choice, a flag or a colour'),
  ]
  if (isOne === false && from.last === undefined)
    at.error(
      'M114',
      `several rows of ${rows.name} may lead to one record. Name the moment that says which is the last in "last".`,
    )
  if (!point || isOne === null) return null
  return {
    kind: 'map',
    at: point.name,
    card,
    from: { of: rows.name, by, ...(last && { last: last.name }), ...(colour && { colour }) },
  }
}

/** Whether one row at most leads to a record by these references; null: they do not lead there. */
function leadsTo(
  entity: Entity,
  by: readonly string[],
  rows: Entity,
  entities: { readonly [name: string]: Entity },
  place: ErrorPlace,
): boolean | null {
  let here: Entity | undefined = rows
  let isOne = true
  for (const name of by) {
    const field: Field | undefined = here && fieldOf(here, name, place)
    if (!field) return null
    if (field.unique !== true) isOne = false
    here = field.ref && entities[field.ref.to]
  }
  if (here === entity && by.length <= MAX_STEPS) return isOne
  place.error(
    'M114',
    `"${by.join('.')}" does not lead from ${rows.name} to ${entity.name} by ${MAX_STEPS} references at most. Name the reference.`,
  )
  return null
}

function fieldOf(rows: Entity, name: string, place: ErrorPlace): Field | undefined {
  const field = Object.hasOwn(rows.fields, name) ? rows.fields[name] : undefined
  if (!field) place.error('M002', `no field "${name}" in ${rows.name}.${didYouMean(name, Object.keys(rows.fields))}`)
  else if (field.secret) place.error('M016', `"${name}" is secret (x-secret) and never leaves the server. Remove it.`)
  return field?.secret ? undefined : field
}

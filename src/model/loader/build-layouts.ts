import { isDivider, isSummable } from '../board'
import { isWritable, typeOf } from '../canonical'
import type { Field } from '../field'
import type { Json, JsonObject } from '../json'
import { isWhole, LAYOUT_KINDS, type Layout, type LayoutKind } from '../layout'
import type { Resource } from '../resource'
import { isSettable } from '../settable'
import { buildAge, buildDrops, buildRings } from './build-board'
import { columnOf } from './build-list'
import type { ErrorPlace } from './metadata-error'
import { isColour, fitsPlace, mapElsewhere } from './build-map'
import { checkSupplied, isFirst, shownField, viewField, type ResourceRoom } from './resource-room'
import type { Fits } from './stat-field'

/** The keys that each kind understands beside `as`. */
const KEYS: { readonly [kind in LayoutKind]: readonly string[] } = {
  table: [],
  board: ['by', 'sum', 'age', 'rings', 'next', 'moves', 'card'],
  map: ['at', 'colour', 'card'],
  calendar: ['from', 'to', 'card'],
  cards: ['picture', 'card'],
  inline: ['fields'],
  'two-pane': ['card'],
}

/** The engine draws these itself; others are a feature's. */
const DRAWN: readonly LayoutKind[] = LAYOUT_KINDS.filter((kind) => kind !== 'map')

const isDay: Fits = ({ virtual }, { name, isMoment }) => !virtual && (name === 'date' || isMoment === true)
const isMoment: Fits = ({ virtual }, type) => !virtual && type.isMoment === true
const isPicture: Fits = (_field, { name }) => name === 'image'

/** The ways in which a list shows its rows, the first one first; a table where nothing is said. */
export function buildLayouts(json: JsonObject, room: ResourceRoom, place: ErrorPlace): readonly Layout[] {
  const written = ((json.list ?? {}) as JsonObject).layouts
  if (!Array.isArray(written)) return [{ kind: 'table' }]
  const seen = new Set<string>()
  return written.flatMap((item: Json, i): readonly Layout[] => {
    const at = place.in('list', 'layouts', i)
    const said = (typeof item === 'string' ? { as: item } : item) as JsonObject
    const kind = LAYOUT_KINDS.find((one) => one === said.as)
    if (!kind || !isFirst(kind, seen, typeof item === 'string' ? at : at.in('as'))) return []
    if (typeof json.rest === 'string' && isWhole({ kind }))
      at.error(
        'M035',
        `another service keeps these records, and a ${kind} counts and reads them here. Choose another layout.`,
      )
    if (kind === 'inline') assertTyped(json, at)
    const foreign = Object.keys(said).find((key) => key !== 'as' && !KEYS[kind].includes(key))
    if (foreign !== undefined)
      at.in(foreign).error('M110', `a ${kind} has no "${foreign}". It has: ${KEYS[kind].join(', ') || 'nothing'}.`)
    if (!DRAWN.includes(kind)) checkSupplied(kind, room.known.layouts ?? [], 'layout', at)
    const layout = layoutOf(kind, said, json, room, at)
    return layout ? [layout] : []
  })
}

function layoutOf(
  kind: LayoutKind,
  said: JsonObject,
  json: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Layout | null {
  const named = (key: string, fits: Fits, what: string): string | undefined =>
    namedField(said, key, fits, what, room, place)
  const needed = (key: string, fits: Fits, what: string, otherwise?: string): string | undefined => {
    if (said[key] !== undefined || otherwise !== undefined)
      return said[key] === undefined ? otherwise : named(key, fits, what)
    place.error('M110', `a ${kind} needs ${what} in "${key}". Name one.`)
    return undefined
  }
  const card = cardOf(said, room, place)
  switch (kind) {
    case 'table':
      return { kind }
    case 'board': {
      const by = needed('by', isDivider, 'a choice, a flag or a reference', room.draft.entity.flow?.field ?? undefined)
      const since =
        typeof said.age === 'object'
          ? namedField(said.age as JsonObject, 'f', isDay, 'a date or a moment', room, place.in('age'))
          : named('age', isDay, 'a date or a moment')
      if (by === undefined) return null
      const moves = buildDrops(said.moves, by, json, room, place.in('moves'))
      const untilOf = (key: string): string | undefined =>
        namedField(
          (said.age as { readonly until: JsonObject }).until,
          key,
          isMoment,
          'a moment',
          room,
          place.in('age', 'until'),
        )
      const rings = buildRings(said.rings, by, room, place.in('rings'))
      if (said.next === true && room.draft.entity.flow?.field !== by)
        place.in('next').error('M110', `"${by}" is the field of no flow, so no move leads on from it. Remove it.`)
      return {
        kind,
        by,
        card,
        ...optional('sum', named('sum', isSummable, 'a number')),
        ...(since !== undefined && { age: buildAge(said.age ?? null, since, by, room, place.in('age'), untilOf) }),
        ...(rings && { rings }),
        ...(moves && { moves }),
        ...(said.next === true && { next: true as const }),
      }
    }
    case 'map': {
      if (typeof said.at === 'object') return mapElsewhere(said, card, room, place)
      const at = needed('at', fitsPlace, 'a place or an area', only(room, fitsPlace))
      return at === undefined
        ? null
        : { kind, at, card, ...optional('colour', named('colour', isColour, 'a choice, a flag or a colour')) }
    }
    case 'calendar': {
      const from = needed('from', isDay, 'a date or a moment')
      return from === undefined
        ? null
        : { kind, from, card, ...optional('to', endOf(from, named('to', isDay, 'a date or a moment'), room, place)) }
    }
    case 'cards':
      return {
        kind,
        card,
        ...optional(
          'picture',
          said.picture === undefined ? only(room, isPicture) : named('picture', isPicture, 'a picture'),
        ),
      }
    case 'inline': {
      const fields = inlineFields(said, room, place)
      if (fields.length === 0 && said.fields === undefined)
        place.error('M117', 'none of its fields can be set in many records at once. Name some in "fields".')
      return fields.length === 0 ? null : { kind, fields }
    }
    case 'two-pane':
      return { kind, card }
  }
}

const optional = (key: string, value: string | undefined): { readonly [key: string]: string } =>
  value === undefined ? {} : { [key]: value }

/** The only field of its kind; undefined where there are none or several to choose from. */
function only({ entity, fieldTypes }: ResourceRoom, fits: Fits): string | undefined {
  const found = Object.values(entity.fields).filter((field) => !field.secret && fits(field, typeOf(field, fieldTypes)))
  return found.length === 1 ? found[0]?.name : undefined
}

function namedField(
  said: JsonObject,
  key: string,
  fits: Fits,
  what: string,
  room: ResourceRoom,
  place: ErrorPlace,
): string | undefined {
  const name = said[key]
  if (typeof name !== 'string') return undefined
  const field = shownField(name, room, place.in(key))
  if (!field) return undefined
  if (fits(field, typeOf(field, room.fieldTypes))) return name
  place.in(key).error('M110', `"${name}" (${field.type}) is not ${what}. Name one.`)
  return undefined
}

function cardOf(said: JsonObject, room: ResourceRoom, place: ErrorPlace): Resource['list']['columns'] {
  const seen = new Set<string>()
  return Array.isArray(said.card)
    ? said.card.flatMap((item: Json, i) => columnOf(item, seen, room, place.in('card', i)) ?? [])
    : []
}

/** The end of a calendar's bars: of the same kind as their beginning, and not the beginning itself. */
function endOf(
  from: string,
  to: string | undefined,
  { entity, fieldTypes }: ResourceRoom,
  place: ErrorPlace,
): string | undefined {
  const [first, last] = [entity.fields[from], to === undefined ? undefined : entity.fields[to]]
  if (to === undefined || !first || !last) return to
  if (from === to)
    place.in('to').error('M116', `"${to}" is where the bar begins as well. Name another field, or leave "to" out.`)
  else if (typeOf(first, fieldTypes).isMoment !== typeOf(last, fieldTypes).isMoment)
    place
      .in('to')
      .error(
        'M116',
        `"${from}" (${first.type}) and "${to}" (${last.type}) are of two kinds. Name two dates or two moments.`,
      )
  else return to
  return undefined
}

function assertTyped({ readOnly, rest }: JsonObject, place: ErrorPlace): void {
  if (readOnly === true) place.error('M117', 'the program alone writes these records. Choose another layout.')
  if (typeof rest === 'string')
    place.error('M117', 'another service keeps these records, and saves each by itself. Choose another layout.')
}

/** The named fields, or all that can be set in many records at once: one value each, written by people. */
function inlineFields(said: JsonObject, room: ResourceRoom, place: ErrorPlace): readonly string[] {
  const { entity, fieldTypes } = room
  if (!Array.isArray(said.fields))
    return Object.values(entity.fields)
      .filter((field) => isCell(field, room))
      .map(({ name }) => name)
  const seen = new Set<string>()
  return said.fields.flatMap((item: Json, i) => {
    const name = String(item)
    const at = place.in('fields', i)
    const field = isFirst(name, seen, at) ? viewField(name, room, at) : null
    if (!field) return []
    if (isWritable(field) && !field.virtual && !typeOf(field, fieldTypes).writeOnly && !typeOf(field, fieldTypes).file)
      return [name]
    at.error('M111', `nobody types "${name}" (${field.type}) into a cell. Remove it.`)
    return []
  })
}

const isCell = (field: Field, { entity, fieldTypes }: ResourceRoom): boolean =>
  isSettable(entity, field, fieldTypes) &&
  !field.virtual &&
  typeOf(field, fieldTypes).inList !== false &&
  entity.flow?.field !== field.name

import type { Field } from '../field'
import type { JsonObject } from '../json'
import type { Column, Filter, FormCell, FormRow, Resource } from '../resource'
import { choicesOf } from '../rules/choices'
import { isOneOf } from '../rules/rule'
import type { ResourceRoom } from './resource-room'

/** Fields that a list shows by default besides id, state and date; with more, a screen of 1440 pixels scrolls. */
const COLUMNS = 6
const ROW_COLUMNS = 12
const CELL_COLUMNS = 6

/** The id, the first fields of the schema, the state and the date of creation. */
export function defaultColumns(room: ResourceRoom, fixed: JsonObject): Column[] {
  const shown = ownFields(room, fixed)
    .filter((field) => !isParent(field, room))
    .filter((field) => room.fieldTypes[field.type]?.inList !== false)
    .slice(0, COLUMNS)
  const state: Column[] = room.entity.traits.includes('activable') ? [{ f: 'state', as: 'badge' }] : []
  return [{ f: 'id' }, ...shown.map((field) => ({ f: field.name })), ...state, { f: 'date_created' }]
}

/** The fields that the columns leave out. */
export function defaultDetails(room: ResourceRoom, columns: readonly Column[], fixed: JsonObject): Column[] {
  const shown = new Set(columns.map((column) => column.f))
  return ownFields(room, fixed)
    .filter((field) => !shown.has(field.name) && !isParent(field, room))
    .map((field) => ({ f: field.name }))
}

/** Own order where rows are dragged; in a small catalogue the text that represents a record; else the newest first. */
export function defaultSort(room: ResourceRoom): Resource['list']['sort'] {
  const { entity, fieldTypes } = room
  if (entity.traits.includes('sortable')) return ['rank', 'asc']
  const first = entity.represent.find((part) => 'field' in part)
  const field = first && entity.fields[first.field]
  const isByText = entity.size === 'small' && field && field.name !== 'id' && fieldTypes[field.type]?.sortable
  return isByText ? [field.name, 'asc'] : ['id', 'desc']
}

/** The searched texts, the choices, the state, and the date of creation as a range. */
export function defaultFilters(room: ResourceRoom, fixed: JsonObject): Filter[] {
  const asked = ownFields(room, fixed).filter((field) => {
    const type = room.fieldTypes[field.type]
    const isChoice =
      type?.filter === 'eq' &&
      type.operators.includes('in') &&
      !type.operators.includes('lt') &&
      !isShapeless(field, room)
    return (field.search && !field.ref) || isChoice || field.refAny !== undefined
  })
  const state: Filter[] = room.entity.traits.includes('activable') ? [{ f: 'state' }] : []
  return [...asked.map((field) => ({ f: field.name })), ...state, { f: 'date_created', as: 'range' }]
}

/**
 * All writable fields, and what formulas fill beside them, two in a row unless the type needs more room; those of one
 * part in a group of its own.
 */
export function defaultRows(room: ResourceRoom, fixed: JsonObject): FormRow[] {
  const fields = ownFields(room, fixed, true)
  // What belongs to several values of its enum stays with what belongs to all.
  const partOf = ({ part }: Field): string | undefined => (part?.values.length === 1 ? part.values[0] : undefined)
  const groups = choicesOf(room.entity.fields[fields.find(({ part }) => part)?.part?.by ?? '']?.schema ?? {}).flatMap(
    ({ value, title }): FormRow[] => {
      const own = fields.filter((field) => partOf(field) === value)
      const by = own[0]?.part?.by
      return by === undefined
        ? []
        : [{ group: `${by}_${value}`, title, show: isOneOf(by, [value]), rows: rowsOf(own, room) }]
    },
  )
  return [
    ...rowsOf(
      fields.filter((field) => partOf(field) === undefined),
      room,
    ),
    ...groups,
  ]
}

function rowsOf(fields: readonly Field[], room: ResourceRoom): FormRow[] {
  const rows: FormCell[][] = []
  let free = 0
  for (const field of fields) {
    const columns = room.fieldTypes[field.type]?.formColumns ?? CELL_COLUMNS
    if (columns > free) {
      rows.push([])
      free = ROW_COLUMNS
    }
    rows.at(-1)?.push({ f: field.name, columns })
    free -= columns
  }
  return rows.map((cells) => ({ cells }))
}

/** Declared fields that are not secret and not fixed by the `where`; for a form, the writable ones. */
function ownFields(room: ResourceRoom, fixed: JsonObject, forForm = false): Field[] {
  return Object.values(room.entity.fields).filter((field) => {
    // An id that people choose comes first in a form; a list shows it like any other id.
    if (field.name === 'id' && !forForm) return false
    if (field.system || field.secret || Object.hasOwn(fixed, field.name)) return false
    if (field.name === 'state' && room.entity.traits.includes('activable')) return false
    return forForm
      ? !field.readOnly || field.schema['x-formula'] !== undefined
      : !room.fieldTypes[field.type]?.writeOnly
  })
}

/** A list of a tree shows the parent by the position of its rows. */
const isParent = (field: Field, room: ResourceRoom): boolean =>
  field.name === 'id_parent' && room.entity.traits.includes('tree')

/** Types that cannot be in a list are not offered as default choice filters either. */
const isShapeless = (field: Field, room: ResourceRoom): boolean => room.fieldTypes[field.type]?.inList === false

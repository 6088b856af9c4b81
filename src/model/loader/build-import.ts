import { isWritable } from '../canonical'
import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldType } from '../field-type'
import type { Json, JsonObject } from '../json'
import type { FormRow, Import } from '../resource'
import type { ErrorPlace } from './metadata-error'
import { isFirst, viewField, type ResourceRoom } from './resource-room'

/** What a file may bring into a resource: `true` means the form's fields; null where files cannot be imported. */
export function buildImport(
  json: JsonObject,
  fixed: JsonObject,
  rows: readonly FormRow[],
  room: ResourceRoom,
  place: ErrorPlace,
): Import | null {
  if (json.import === undefined || json.import === false) return null
  const written = (json.import === true ? {} : json.import) as {
    readonly columns?: readonly Json[]
    readonly match?: readonly Json[]
    readonly shows?: string
  }
  const at = place.in('import')
  const chosen = written.columns
    ? columnsOf(written.columns.map(String), fixed, room, at.in('columns'))
    : cellsOf(rows).filter(
        (name) => isListed(room.entity.fields[name], room) && mayImport(room.entity.fields[name], fixed, room),
      )
  // Where people choose the ids, a file must contain them.
  const columns = room.entity.key ? ['id', ...chosen.filter((name) => name !== 'id')] : chosen
  const shows = written.shows === undefined ? null : (viewField(written.shows, room, at.in('shows'))?.name ?? null)
  const groups = uniqueGroups(room.entity)
  const found =
    written.match?.map(String) ?? groups.find((group) => group.every((name) => columns.includes(name))) ?? []
  // A file whose columns are named, and which names records, may be for those alone that are there already.
  if (!written.columns || found.length === 0) {
    checkNewRows(json, columns, fixed, room, written.columns ? at.in('columns') : at)
  }
  if (!written.match) return { columns, match: found, shows }
  const match = written.match.map(String)
  const strange = match.findIndex((name) => !columns.includes(name))
  if (strange >= 0)
    at.in('match', strange).error(
      'M030',
      `"${match[strange]}" is no column of the import. Columns: ${columns.join(', ')}.`,
    )
  else if (match.length > 0 && !groups.some((group) => isSameSet(group, match))) {
    at.in('match').error('M030', `"${match.join(', ')}" may stand in several records. ${groupHint(groups)}`)
  }
  return { columns, match, shows }
}

/** Reports what no new record of a file could have, and none can be without. */
function checkNewRows(
  { route, readOnly: isClosed }: JsonObject,
  columns: readonly string[],
  fixed: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): void {
  const given = typeof route === 'string' ? route.split('/:')[1] : undefined
  for (const field of isClosed === true ? [] : Object.values(room.entity.fields)) {
    const { name, required, system, readOnly, schema } = field
    const isGiven = [schema['x-edit'], field.default, field.copy, field.set].some((one) => one !== undefined)
    const isKnown = name === given || Object.hasOwn(fixed, name) || columns.includes(name)
    if (!required || system || readOnly || isGiven || isKnown) continue
    const [why, remedy] = mayImport(field, fixed, room)
      ? ['no column of the import', 'Add it.']
      : ['cannot come from a file', 'Name columns, and a match, to change what is there.']
    place.error('M030', `"${name}" is required and ${why}, so that no new row could be saved. ${remedy}`)
  }
}

function columnsOf(names: readonly string[], fixed: JsonObject, room: ResourceRoom, place: ErrorPlace): string[] {
  const seen = new Set<string>()
  return names.filter((name, i) => {
    const at = place.in(i)
    const field = isFirst(name, seen, at) ? viewField(name, room, at) : null
    if (!field) return false
    if (mayImport(field, fixed, room)) return true
    at.error(
      'M030',
      `"${name}" cannot come from a file${Object.hasOwn(fixed, name) ? ': "where" fixes it' : ''}. Remove it.`,
    )
    return false
  })
}

/** What a person can type into a form and a cell can hold: no password, no file, no nested rows. */
function mayImport(field: Field | undefined, fixed: JsonObject, { fieldTypes }: ResourceRoom): boolean {
  const type: FieldType | undefined = field && fieldTypes[field.type]
  if (!field || !type || !isWritable(field) || Object.hasOwn(fixed, field.name) || type.writeOnly || field.properties)
    return false
  return field.children === undefined && field.computed === undefined && type.file === undefined
}

/**
 * What a sheet shows well, where something is on a map, and whatever a record cannot be without: a long or shapeless
 * text is imported where the import names it.
 */
function isListed(field: Field | undefined, { fieldTypes }: ResourceRoom): boolean {
  const type: FieldType | undefined = field && fieldTypes[field.type]
  return type !== undefined && (type.inList !== false || type.place !== undefined || field?.required === true)
}

const cellsOf = (rows: readonly FormRow[]): string[] =>
  rows.flatMap((row) => ('rows' in row ? cellsOf(row.rows) : row.cells.map(({ f }) => f)))

/** Fields, or groups of them, with unique values. */
const uniqueGroups = (entity: Entity): (readonly string[])[] => [
  ...Object.values(entity.fields)
    .filter(({ unique }) => unique)
    .map(({ name }) => [name]),
  ...entity.unique,
]

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

function groupHint(groups: readonly (readonly string[])[]): string {
  return groups.length
    ? `What occurs once: ${groups.map((group) => group.join(' + ')).join('; ')}.`
    : 'Mark a field with x-unique first.'
}

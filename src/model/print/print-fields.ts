import type { FieldType } from '../field-type'
import type { FileLimits } from '../values/stored-file'
import { kindOfField } from '../effects/check-template'
import type { Entity } from '../entity'
import type { Field } from '../field'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import type { RuleRoom } from '../rules/parse-rule'
import type { PrintField, PrintRows } from './print'

type Room = Pick<RuleRoom, 'entity' | 'entities' | 'fieldTypes'>

/** A field that paper shows: of the record, or one reference away. Null: there is none, and it was reported. */
export function printField(json: Json, room: Room, place: ErrorPlace): PrintField | null {
  const { f, title, less, filled } = isObject(json) ? json : { f: json }
  const at = isObject(json) ? place.in('f') : place
  const path = String(f).split('.')
  const said = {
    ...(typeof title === 'string' && { title }),
    ...(less === true && { less: true as const }),
    ...(filled === true && { filled: true as const }),
  }
  return fieldAt(path, room, at) && { path, ...said }
}

/** Fields that are numbers, in their order. */
export function checkPrintFields(list: readonly Json[], room: Room, place: ErrorPlace): readonly PrintField[] {
  return list.flatMap((one, i) => {
    const at = place.in(i)
    const field = printField(one, room, at)
    const found = field && fieldAt(field.path, room, null)
    if (found && !isNumber(found, room))
      at.error('M092', `"${found.name}" (${found.type}) is no amount. Put it into a block of "fields".`)
    return field ?? []
  })
}

const isNumber = (field: Field, { fieldTypes }: Room): boolean =>
  ['number', 'money'].includes(kindOfField(field, fieldTypes))

/** What a block says of rows: their field, the columns, the sums. */
export function printRows(json: JsonObject, room: Room, place: ErrorPlace): PrintRows | null {
  const table = tableOf(String(json.rows), json.columns, room, place, 'rows')
  if (!table) return null
  const { there, columns } = table
  const names = columns.map(({ path }) => path.join('.'))
  const totals = (Array.isArray(json.sum) ? json.sum : []).map((name: Json, i) => {
    const at = place.in('sum', i)
    const field = fieldAt(String(name).split('.'), there, at)
    if (field && !names.includes(String(name)))
      at.error(
        'M092',
        `"${String(name)}" is no column of this table, and a sum stands below its column. Add it to "columns".`,
      )
    else if (field && !isNumber(field, there))
      at.error('M092', `"${String(name)}" (${field.type}) cannot be added up. Remove it.`)
    return String(name)
  })
  if (!isObject(json.inner)) return { kind: 'rows', field: String(json.rows), columns, totals }
  const at = place.in('inner')
  const inner = tableOf(String(json.inner.rows), json.inner.columns, there, at, 'rows')
  if (inner && !room.entity.fields[String(json.rows)]?.children?.columns.includes(String(json.inner.rows))) {
    at.in('rows').error(
      'M092',
      `"${String(json.inner.rows)}" is not read with the rows. Add it to "x-columns" of "${String(json.rows)}".`,
    )
  }
  return {
    kind: 'rows',
    field: String(json.rows),
    columns,
    totals,
    ...(inner && { inner: { field: String(json.inner.rows), columns: inner.columns } }),
  }
}

/** The columns of a table of rows; without names those of the rows' own grid. */
function tableOf(
  name: string,
  columns: Json | undefined,
  room: Room,
  place: ErrorPlace,
  key: string,
): { readonly there: Room; readonly columns: readonly PrintField[] } | null {
  const field = nameIn(room.entity, name, place.in(key))
  if (!field) return null
  const entity = field.children && room.entities[field.children.of]
  if (!field.children || !entity) {
    place.in(key).error('M092', `"${name}" has no rows. Name a field of type "children".`)
    return null
  }
  const there = { ...room, entity }
  if (Array.isArray(columns))
    return { there, columns: columns.flatMap((one: Json, i) => printField(one, there, place.in('columns', i)) ?? []) }
  return {
    there,
    columns: field.children.columns
      .filter((one) => fieldAt([one], there, null) !== null)
      .map((one) => ({ path: [one] })),
  }
}

/** The field at the end of a path that paper may show; null: none. @param place null: nothing is reported */
function fieldAt([first = '', second, ...more]: readonly string[], room: Room, place: ErrorPlace | null): Field | null {
  const field = nameIn(room.entity, first, place)
  if (!field) return null
  if (second === undefined) return printable(field, room, place) ? field : null
  const target = field.ref && !field.virtual ? room.entities[field.ref.to] : undefined
  if (!target || more.length > 0) {
    place?.error(
      'M091',
      target
        ? 'a paper looks one reference away. Name a field of the record, or of one that it refers to.'
        : `"${first}" is no reference, so nothing is behind it. Write "${first}".`,
    )
    return null
  }
  const found = nameIn(target, second, place)
  return found && printable(found, room, place) ? found : null
}

function nameIn(entity: Entity, name: string, place: ErrorPlace | null): Field | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) {
    const expanded = Object.values(entity.fields).find(({ ref }) => ref?.expand[name] !== undefined)
    const hint = expanded
      ? ` Write "${expanded.name}.${expanded.ref?.expand[name] ?? ''}".`
      : didYouMean(name, Object.keys(entity.fields))
    place?.error('M091', `no field "${name}" in the entity "${entity.name}".${hint}`)
  }
  return field ?? null
}

function printable(field: Field, { fieldTypes }: Room, place: ErrorPlace | null): boolean {
  const type = fieldTypes[field.type]
  if (field.secret || type?.writeOnly)
    place?.error('M016', `"${field.name}" is secret and never leaves the server. Remove it.`)
  else if (field.children) place?.error('M091', `"${field.name}" are rows. Write a block { "rows": "${field.name}" }.`)
  else if (!type || !isOnPaper(type) || field.properties)
    place?.error('M091', `"${field.name}" (${field.type}) cannot be written on paper. Remove it.`)
  else return true
  return false
}

/** Of files, a paper shows pictures. */
const isOnPaper = ({ file, toGeometry, name }: FieldType): boolean =>
  (!file || isPicture(file)) && !toGeometry && name !== 'json'

const isPicture = ({ accept }: FileLimits): boolean =>
  accept.length > 0 && accept.every((kind) => kind.startsWith('image/'))

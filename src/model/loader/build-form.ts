import type { Json, JsonObject } from '../json'
import { parseRule } from '../rules/parse-rule'
import type { FormCell, FormGroup, FormRow, Resource } from '../resource'
import { asGroup, cellNames, checkParts, writtenForm } from './build-form-parts'
import { defaultRows } from './default-views'
import type { ErrorPlace } from './metadata-error'
import { checkSupplied, isFirst, viewField, type ResourceRoom } from './resource-room'

const ROW_COLUMNS = 12

/** The form of a resource with its defaults filled in. */
export function buildForm(
  json: JsonObject,
  fixed: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Resource['form'] {
  const written = (json.form ?? {}) as JsonObject
  const opens = written.in === 'page' ? 'page' : 'dialog'
  const form = writtenForm(written, place.in('form'))
  if (!form) return { in: opens, rows: defaultRows(room, fixed) }
  const { key, layout, items } = form
  const at = place.in('form', key)
  const seen: Seen = { cells: new Set(), groups: new Set() }
  if (!layout) return { in: opens, rows: buildRows(items, seen, room, at) }
  const parts = items.map((item, i) =>
    buildGroup(asGroup(item as JsonObject, layout) as unknown as WrittenGroup, seen, room, at.in(i)),
  )
  checkParts(parts, layout, at)
  return { in: opens, layout, rows: parts }
}

/** Names that the form has so far. */
interface Seen {
  readonly cells: Set<string>
  readonly groups: Set<string>
}

function buildRows(rows: readonly Json[], seen: Seen, room: ResourceRoom, place: ErrorPlace): FormRow[] {
  return rows.map((row, i): FormRow => {
    if (Array.isArray(row)) return { cells: buildCells(row, seen.cells, room, place.in(i)) }
    return buildGroup(row as unknown as WrittenGroup, seen, room, place.in(i))
  })
}

interface WrittenGroup {
  readonly group?: string
  readonly title?: string
  readonly icon?: string
  readonly show?: Json
  readonly collapsed?: boolean
  readonly rows: readonly Json[]
}

function buildGroup(
  { group, title, icon, show, collapsed, rows }: WrittenGroup,
  seen: Seen,
  room: ResourceRoom,
  place: ErrorPlace,
): FormGroup {
  if (show === undefined && title === undefined)
    place.error('M040', 'this group says nothing. Give it a "title" or a "show", or write its rows alone.')
  if (title !== undefined && group === undefined)
    place.error('M040', 'the title needs a name for its words in other languages. Add "group".')
  if (title === undefined && group !== undefined)
    place.in('group').error('M040', 'the name belongs to a title. Add "title", or remove it.')
  if (group !== undefined && seen.groups.has(group))
    place.in('group').error('M040', `a group "${group}" is there already. Give this one another name.`)
  if (group !== undefined) seen.groups.add(group)
  if (collapsed && title === undefined)
    place.in('collapsed').error('M100', 'nothing would open these rows. Give the group a "title", or remove this.')
  return {
    ...(group !== undefined && { group }),
    ...(title !== undefined && { title }),
    ...(icon !== undefined && { icon }),
    ...(collapsed && { collapsed }),
    ...(show !== undefined && { show: parseRule(show, room.rules, place.in('show')) }),
    rows: buildRows(rows, seen, room, place.in('rows')),
  }
}

/** Cells that name no columns share what the others leave of the twelve. */
function buildCells(row: readonly Json[], seen: Set<string>, room: ResourceRoom, place: ErrorPlace): FormCell[] {
  const cells = row.map((item, i) => readCell(item, place.in(i)))
  const used = cells.reduce((sum, cell) => sum + (cell.columns ?? 0), 0)
  const open = cells.filter((cell) => cell.columns === undefined).length
  const share = open ? Math.floor((ROW_COLUMNS - used) / open) : 0
  if (used > ROW_COLUMNS || (open > 0 && share < 1)) {
    place.error(
      'M025',
      `these cells need ${used + open} columns; a row has ${ROW_COLUMNS}. Narrow them or begin a new row.`,
    )
  }
  return cells.flatMap((cell, i) => {
    checkCell(cell, seen, room, place.in(i, ...(typeof row[i] === 'string' ? [] : ['f'])))
    if (cell.widget !== undefined) checkSupplied(cell.widget, room.known.widgets, 'widget', place.in(i, 'widget'))
    return {
      f: cell.f,
      columns: cell.columns ?? Math.max(1, share),
      ...(cell.widget !== undefined && { widget: cell.widget }),
      ...(cell.via !== undefined && { via: cell.via }),
    }
  })
}

type WrittenCell = Omit<FormCell, 'columns'> & { readonly columns?: number }

function readCell(item: Json, place: ErrorPlace): WrittenCell {
  if (typeof item !== 'string') return item as unknown as WrittenCell
  const [f = '', columns, ...more] = item.split(':')
  if (columns === undefined) return { f }
  const isWidth = /^\d{1,2}$/.test(columns) && Number(columns) >= 1 && Number(columns) <= ROW_COLUMNS
  if (!isWidth || more.length) {
    place.error('M025', `"${item}" is no cell. Write the field and its columns of ${ROW_COLUMNS}, such as "${f}:6".`)
  }
  return { f, columns: isWidth ? Number(columns) : 1 }
}

function checkCell(cell: WrittenCell, seen: Set<string>, room: ResourceRoom, place: ErrorPlace): void {
  if (!isFirst(cell.f, seen, place, 'M027')) return
  const field = viewField(cell.f, room, place)
  if (field?.system) place.error('M027', `"${cell.f}" is written by the engine alone. Remove it from the form.`)
}

/**
 * Reports required fields without a default that no row of the form has: M049. What `where` fixes, the address gives or
 * a feature's own form asks is no matter of this one.
 */
export function checkComplete(
  { layout, rows }: Resource['form'],
  fixed: JsonObject,
  json: JsonObject,
  { entity, fieldTypes }: ResourceRoom,
  form: ErrorPlace,
): void {
  const { singleton, rest, route, readOnly: isClosed } = json
  const place = form.in(layout ?? 'rows')
  const isWritten = ((json.form ?? {}) as JsonObject)[layout ?? 'rows'] !== undefined
  if (!isWritten || isClosed === true || singleton === true || rest !== undefined) return
  const shown = new Set(cellNames(rows))
  const given = typeof route === 'string' ? route.split('/:')[1] : undefined
  for (const field of Object.values(entity.fields)) {
    const { name, required, system, secret, readOnly, type } = field
    // Where a rule says who writes a field, the program may give it to the others.
    if (
      !required ||
      system ||
      secret ||
      readOnly ||
      field.schema['x-edit'] !== undefined ||
      field.default !== undefined ||
      Object.hasOwn(fixed, name) ||
      name === given
    )
      continue
    if (shown.has(name) || !fieldTypes[type]) continue
    place.error(
      'M049',
      `"${name}" is required and in no ${PLACES[layout ?? 'rows']}, so that nobody could create a record here. Add it, or give it a default.`,
    )
  }
}

const PLACES = { rows: 'row', tabs: 'tab', steps: 'step' } as const

import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { FieldTypes } from '../../../model/field-type'
import type { Model } from '../../../model/model'
import { fieldTypes } from '../../../fields/data'
import { columnRef, sqlText } from './column-sql'
import { objectName, quoted } from './names'
import type { ObjectShape } from './shape'

/**
 * The time from a beginning to an end, as the index of a calendar has it and its queries ask for it. An end before the
 * beginning counts as none.
 */
export const calendarRange = (
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  isMoment: boolean,
): RawBuilder<unknown> =>
  sql`${sql.raw(isMoment ? 'tstzrange' : 'daterange')}(${start}, greatest(${start}, ${end}), '[]')`

/**
 * What the calendars over a large table need to find what began before their first day: the rows by their parts of
 * time.
 */
export function calendarIndexes(model: Model, entity: Entity): ObjectShape[] {
  const layouts = Object.values(model.resources).flatMap(({ entity: name, list }) =>
    name === entity.name ? list.layouts : [],
  )
  return layouts.flatMap((layout) => {
    const start = layout.kind === 'calendar' ? entity.fields[layout.from] : undefined
    const end = layout.kind === 'calendar' && layout.to !== undefined ? entity.fields[layout.to] : undefined
    if (!start || !end) return []
    const isMoment = (fieldTypes as FieldTypes)[start.type]?.isMoment === true
    const range = sqlText(calendarRange(columnRef(start.name), columnRef(end.name), isMoment))
    const name = objectName(entity.name, [start.name, end.name], 'idx', `${range} gist`)
    return [
      {
        name,
        kind: 'index',
        columns: [start.name, end.name],
        against: null,
        error: '',
        create: `create index ${quoted(name)} on ${quoted(entity.name)} using gist (${range}) where date_deleted is null and ${quoted(start.name)} is not null`,
      },
    ]
  })
}

/** The fields by which the calendars over an entity stand in order. */
export const calendarStarts = (model: Model, entity: Entity): readonly string[] =>
  Object.values(model.resources).flatMap(({ entity: name, list }) =>
    (name === entity.name ? list.layouts : []).flatMap((layout) => (layout.kind === 'calendar' ? [layout.from] : [])),
  )

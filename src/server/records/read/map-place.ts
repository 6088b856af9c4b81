import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Layout } from '../../../model/layout'
import type { GeoBox as Box } from '../../../model/values/heat-grid'
import type { RecordContext } from '../record-context'
import { targetContext } from '../relations/refs-column'
import { ruleSql } from '../rule-readings'
import { fieldColumn } from '../../language/rules/field-column'
import { all, inScope } from '../fields/in-scope'
import { seenFields } from '../fields/seen-fields'

export type { GeoBox as Box } from '../../../model/values/heat-grid'

/** Where the rows of a map are. */
export interface MapPlace {
  readonly field: Field
  readonly isArea: boolean
  /** The place in a row `t`, of whoever may see it. */
  readonly column: RawBuilder<unknown>
  /** Rows that have one. */
  readonly placed: RawBuilder<boolean>
  /** Beside `t`, where other rows keep it. */
  readonly joins: RawBuilder<unknown>
  /** What else is read of those; absent: the place is a field of the row. */
  readonly beside?: {
    readonly colour?: { readonly field: Field; readonly column: RawBuilder<unknown> }
    readonly last?: { readonly field: Field; readonly column: RawBuilder<unknown> }
  }
}

type MapLayout = Extract<Layout, { readonly kind: 'map' }>

/** The place of a catalogue's rows for this asker; null: it has no map, or they do not see where its rows are. */
export function mapPlace(context: RecordContext): MapPlace | null {
  const layout = context.resource.list.layouts.find((one): one is MapLayout => one.kind === 'map')
  if (!layout) return null
  return layout.from ? elsewhere(context, layout, layout.from) : own(context, layout.at)
}

function own(context: RecordContext, name: string): MapPlace | null {
  const { entity, runtime } = context
  const [field, rule] = [entity.fields[name], seenFields(context).fields.get(name)]
  if (!field || rule === undefined) return null
  const column = fieldColumn('t', field, runtime.fieldSql)
  // A condition of its own and no `case`, so that the index on the place still serves.
  const seen = rule === null ? [] : [ruleSql(context, rule, entity, 't')]
  return {
    field,
    isArea: isArea(context, field),
    column,
    placed: all([...seen, sql<boolean>`${column} is not null`]),
    joins: sql``,
  }
}

/**
 * The last row that leads to the record, within the asker's scope: an older one must not stand for one whose place is
 * hidden.
 */
function elsewhere(
  context: RecordContext,
  { at }: MapLayout,
  { of, by, last, colour }: NonNullable<MapLayout['from']>,
): MapPlace | null {
  const { model, runtime } = context
  const rows = model.entities[of]
  const field = rows?.fields[at]
  if (!rows || !field || !by.every((name, step) => isSeen(context, stepEntity(context, rows, by, step), name)))
    return null
  const there = targetContext(context, rows)
  const read = (name: string | undefined, label: string) => {
    const one = name === undefined ? undefined : rows.fields[name]
    const rule = name === undefined ? undefined : seenFields(context, rows).fields.get(name)
    if (!one || rule === undefined) return null
    const value = fieldColumn('x', one, runtime.fieldSql)
    return {
      field: one,
      name: label,
      column: sql.ref(`p.${label}`),
      select: sql`${rule === null ? value : sql`case when ${ruleSql(there, rule, rows, 'x')} then ${value} end`} as ${sql.id(label)}`,
    }
  }
  const [point, colours, since] = [read(at, 'place'), read(colour?.name, 'colour'), read(last, 'since')]
  if (!point) return null
  const further = by[1] === undefined ? undefined : stepEntity(context, rows, by, 1)
  const between = further && targetContext(context, further)
  const leads =
    between && further
      ? sql`join ${sql.table(further.name)} as y on y.id = ${sql.ref(`x.${by[0] ?? ''}`)} and ${inScope(between, 'y')}
        and ${sql.ref(`y.${by[1] ?? ''}`)} = t.id`
      : sql``
  const conditions = [inScope(there, 'x'), ...(further ? [] : [sql<boolean>`${sql.ref(`x.${by[0] ?? ''}`)} = t.id`])]
  const order = last === undefined ? sql`x.id desc` : sql`${sql.ref(`x.${last}`)} desc nulls last, x.id desc`
  const column = sql.ref('p.place')
  return {
    field,
    isArea: isArea(context, field),
    column,
    placed: sql<boolean>`${column} is not null`,
    joins: sql`left join lateral (select ${sql.join([point, colours, since].flatMap((one) => one?.select ?? []))}
      from ${sql.table(rows.name)} as x ${leads} where ${all(conditions)} order by ${order} limit 1) as p on true`,
    beside: { ...(colours && { colour: colours }), ...(since && { last: since }) },
  }
}

function stepEntity({ model }: RecordContext, rows: Entity, by: readonly string[], step: number): Entity | undefined {
  return by
    .slice(0, step)
    .reduce<Entity | undefined>((at, name) => model.entities[at?.fields[name]?.ref?.to ?? ''], rows)
}

const isSeen = (context: RecordContext, entity: Entity | undefined, name: string): boolean =>
  entity !== undefined && seenFields(context, entity).fields.get(name) === null

const isArea = ({ runtime }: RecordContext, field: Field): boolean => typeOf(field, runtime.fieldTypes).place === 'area'

/** Rows whose place touches the box. */
export function inBox({ column, isArea: area }: MapPlace, { west, south, east, north }: Box): RawBuilder<boolean> {
  const touches = (from: number, to: number): RawBuilder<boolean> => {
    const box = sql`box(point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`
    return area ? sql<boolean>`${column} && polygon(${box})` : sql<boolean>`${column} <@ ${box}`
  }
  return west <= east ? touches(west, east) : sql<boolean>`(${touches(west, 180)} or ${touches(-180, east)})`
}

/** The corners of a place: longitude and latitude, lower and upper. */
export function cornersOf({ column, isArea: area }: MapPlace): { readonly [corner in keyof Box]: RawBuilder<number> } {
  if (!area)
    return {
      west: sql`(${column})[0]`,
      east: sql`(${column})[0]`,
      south: sql`(${column})[1]`,
      north: sql`(${column})[1]`,
    }
  return {
    east: sql`((box(${column}))[0])[0]`,
    north: sql`((box(${column}))[0])[1]`,
    west: sql`((box(${column}))[1])[0]`,
    south: sql`((box(${column}))[1])[1]`,
  }
}

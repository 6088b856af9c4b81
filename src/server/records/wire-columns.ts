import { sql, type RawBuilder } from 'kysely'
import type { Json, JsonObject } from '../../model/json'
import type { Entity, Field } from '../../model/model'
import { represent } from '../../model/represent'
import type { Db } from '../database/database'
import { fileAddress, fileName } from './file-column'
import { partOf } from './json-object'
import type { RecordContext } from './record-context'
import { RowColumns, type Read, type Row } from './row-columns'
import { relationPuts, relationsVary } from './relations/relation-puts'
import { ruleSql } from './rule-readings'
import { everyField, seenFields, type SeenFields } from './seen-fields'
import { PATH_KEY, treePath } from './tree'

/** What a query reads of a table called `t` and of the tables its references join, and how a row becomes wire values. */
export interface WireColumns {
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  decode(row: Row): JsonObject
  /** What the driver gave for a field of the record, undecoded: its exact digits. */
  raw(row: Row, field: string): unknown
}

/** Wire key of the text that stands for a reference's record, e.g. `id_role__label`. */
export const labelKey = (field: string): string => `${field}__label`

/** The item as the asker sees it: fields, parts of flat ones, what references expand to, and the label of each reference. */
export function wireColumns(context: RecordContext): WireColumns {
  return cached(context, 'asker', (entity) => seenFields(context, entity))
}

/** The same with every field but secrets: for the server's own use, never for an answer. */
export function everyColumn(context: RecordContext): WireColumns {
  return cached(context, 'server', (entity) => everyField(context, entity))
}

type Seen = (entity: Entity) => SeenFields
/** The server itself reads every id that a record refers to, and computes nothing. */
type For = 'asker' | 'server'
export type Item = { [key: string]: Json }
export type Put = (item: Item, row: Row) => void

const made = new WeakMap<Entity, Map<string, WireColumns>>()

// Writing the SQL costs more than running it on a small table, so it is kept per entity and set of seen fields.
function cached(context: RecordContext, whose: For, seen: Seen): WireColumns {
  const { entity, runtime } = context
  const keys = entitiesIn(context).map((one) => seen(one).key)
  if (keys.includes(null) || (whose === 'asker' && relationsVary(context))) return build(context, whose, seen)
  const key = `${whose} ${keys.join('/')}`
  const known = made.get(entity)?.get(key)
  if (known) return known
  const built = build(context, whose, seen)
  const kept = { ...built, columns: asText(runtime.database.db, built.columns), joins: asText(runtime.database.db, built.joins) }
  made.set(entity, (made.get(entity) ?? new Map<string, WireColumns>()).set(key, kept))
  return kept
}

/** The piece as finished text, where it has no parameters. */
function asText(db: Db, piece: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = piece.compile(db)
  return parameters.length === 0 ? sql.raw(text) : piece
}

const involved = new WeakMap<Entity, readonly Entity[]>()

/** The entity, all it refers to and all it computes from. */
function entitiesIn({ entity, model }: RecordContext): readonly Entity[] {
  const known = involved.get(entity)
  if (known) return known
  const found = [...new Set([entity, ...Object.values(entity.fields).flatMap(({ ref, computed }) =>
    model.entities[ref?.to ?? (computed?.kind === 'rollup' ? computed.of : '')] ?? [])])]
  involved.set(entity, found)
  return found
}

/** A text that is put together of an item's values comes after them. */
function inOrder({ fields }: Entity): readonly Field[] {
  const isText = ({ computed }: Field): boolean => computed?.kind === 'text'
  const all = Object.values(fields)
  return all.some(isText) ? [...all.filter((field) => !isText(field)), ...all.filter(isText)] : all
}

function build(context: RecordContext, whose: For, seen: Seen): WireColumns {
  const { entity, model, runtime } = context
  const row = new RowColumns(runtime.fieldSql)
  const joins: RawBuilder<unknown>[] = []
  const puts: Put[] = []
  const raws = new Map<string, (row: Row) => unknown>()

  const putIfSeen = (of: Entity, alias: string, field: string, put: readonly Put[]): readonly Put[] => {
    const rule = seen(of).fields.get(field)
    if (rule === undefined) return []
    if (rule === null) return put
    const shows = row.flag(ruleSql(context, rule, of, alias))
    return [
      (item, at) => {
        if (shows(at)) for (const one of put) one(item, at)
      },
    ]
  }

  const putReference = (field: Field, id: Read): readonly Put[] => {
    const target = field.ref && model.entities[field.ref.to]
    if (!field.ref || !target) return []
    const alias = `r${joins.length}`
    joins.push(sql`left join ${sql.table(target.name)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${field.name}`)}`)
    const read = (name: string): Read | null => {
      const of = target.fields[name]
      return of && seen(target).fields.has(name) ? fileAddress(runtime, row, alias, of) ?? row.field(alias, of) : null
    }
    const parts = target.represent.flatMap((part) => ('field' in part && seen(target).fields.get(part.field) === null ? [[part.field, read(part.field)] as const] : []))
    const label: Put = (item, at) => {
      item[labelKey(field.name)] =
        id(at) === null ? null : represent(target, Object.fromEntries(parts.map(([name, of]) => [name, of ? of(at) : null])))
    }
    return [
      label,
      ...Object.entries(field.ref.expand).flatMap(([wire, name]) => {
        const value = read(name)
        return value
          ? putIfSeen(target, alias, name, [
              (item, at) => {
                item[wire] = value(at)
              },
            ])
          : []
      }),
    ]
  }

  for (const field of inOrder(entity)) {
    if (!seen(entity).fields.has(field.name)) continue
    if (field.virtual) {
      puts.push(...putIfSeen(entity, 't', field.name, relationPuts(context, whose, field, row, seen)))
      continue
    }
    const value = (whose === 'asker' ? fileAddress(runtime, row, 't', field) : null) ?? row.field('t', field)
    const called = whose === 'server' ? fileName(runtime, row, 't', field) : null
    raws.set(field.name, row.raw('t', field))
    const flat = Object.entries(field.flat ?? {})
    puts.push(
      ...putIfSeen(entity, 't', field.name, [
        (item, at) => {
          item[field.name] = value(at)
        },
        ...flat.map(([part, wire]): Put => (item, at) => {
          item[wire] = partOf(value(at), part)
        }),
        ...(called ? [(item: Item, at: Row) => {
          item[labelKey(field.name)] = called(at)
        }] : []),
        ...putReference(field, value),
      ]),
    )
  }

  const above = treePath(entity, seen(entity))
  if (above) {
    const raw = row.any(above.column)
    puts.push((item, at) => {
      item[PATH_KEY] = above.read(raw(at))
    })
  }

  return {
    columns: sql`${sql.join(row.columns)}`,
    joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `),
    decode(at) {
      const item: Item = {}
      for (const put of puts) put(item, at)
      return item
    },
    raw: (at, field) => raws.get(field)?.(at) ?? null,
  }
}

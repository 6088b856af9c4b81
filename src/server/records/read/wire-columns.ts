import { sql, type RawBuilder } from 'kysely'
import { anyId, kindsTo } from '../../../model/any-reference'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import { representBy } from '../../../model/represent'
import type { Db } from '../../database/database'
import { fieldColumn } from './field-column'
import { answersRead } from './answer-files'
import { fileAddress, fileName } from './file-column'
import { partOf } from '../json-object'
import type { RecordContext } from '../record-context'
import { colorKey, labelKey, RowColumns, type Item, type Put, type Read, type Row } from './row-columns'
import { relationPuts, relationsKey } from '../relations/relation-puts'
import { ruleSql } from '../rule-readings'
import { everyField, seenFields, type SeenFields } from './seen-fields'
import { PATH_KEY, treePath } from '../tree'

/** What a query reads of a table called `t` and of the tables its references join, and how a row becomes wire values. */
export interface WireColumns {
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** @param id_session of the asker, whose files' addresses end with it */
  decode(row: Row, id_session: number | null): JsonObject
  /** The same with these wire keys alone: a file of a million rows must not be decoded for values it leaves out. */
  decodeOnly(keys: ReadonlySet<string>): (row: Row, id_session: number | null) => JsonObject
  /** The driver's undecoded value of a field of the record: its exact digits. */
  raw(row: Row, field: string): unknown
}

/** The item as the asker sees it: fields, parts of flat ones, what references expand to, and the label of each reference. */
export function wireColumns(context: RecordContext): WireColumns {
  const { actor, entity, settings } = context
  const ofActor = asked.get(actor) ?? new Map<Entity, { readonly settings: JsonObject; readonly columns: WireColumns }>()
  const known = ofActor.get(entity)
  if (known?.settings === settings) return known.columns
  const { columns, isLasting } = cached(context, 'asker', (of) => seenFields(context, of))
  if (isLasting) asked.set(actor, ofActor.set(entity, { settings, columns }))
  return columns
}

// An actor object is replaced when the user's rights change, the settings object when a setting does.
const asked = new WeakMap<Actor, Map<Entity, { readonly settings: JsonObject; readonly columns: WireColumns }>>()

/** The same with every field but secrets: for the server's own use, never for an answer. */
export function everyColumn(context: RecordContext): WireColumns {
  return cached(context, 'server', (entity) => everyField(context, entity)).columns
}

type Seen = (entity: Entity) => SeenFields
/** The server itself reads every id that a record refers to, and computes nothing. */
type For = 'asker' | 'server'
/** Puts the wire keys it names. */
interface NamedPut { readonly keys: readonly string[]; readonly put: Put }

const made = new WeakMap<Entity, Map<string, WireColumns>>()
const MAX_KEPT = 300

// Building the SQL costs more than running it on a small table, so it is kept per entity and set of visible fields.
function cached(context: RecordContext, whose: For, seen: Seen): { readonly columns: WireColumns; readonly isLasting: boolean } {
  const { entity, runtime } = context
  const keys = entitiesIn(context).map((one) => seen(one).key)
  const relations = whose === 'asker' ? relationsKey(context) : ''
  if (keys.includes(null) || relations === null) return { columns: build(context, whose, seen), isLasting: false }
  const key = [whose, ...keys, relations].join('/')
  const all = made.get(entity) ?? new Map<string, WireColumns>()
  const known = all.get(key)
  if (known) return { columns: known, isLasting: true }
  // Scopes have as many values as there are companies.
  if (all.size >= MAX_KEPT) all.clear()
  const built = build(context, whose, seen)
  const kept = { ...built, columns: asText(runtime.database.db, built.columns), joins: asText(runtime.database.db, built.joins) }
  made.set(entity, all.set(key, kept))
  return { columns: kept, isLasting: true }
}

/** The piece as finished text, where it has no parameters. */
function asText(db: Db, piece: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = piece.compile(db)
  return parameters.length === 0 ? sql.raw(text) : piece
}

const involved = new WeakMap<Entity, readonly Entity[]>()

/** The entity, all entities it refers to and all it computes from. */
function entitiesIn({ entity, model }: RecordContext): readonly Entity[] {
  const known = involved.get(entity)
  if (known) return known
  const found = [...new Set([entity, ...Object.values(entity.fields).flatMap(({ ref, refAny, computed }) =>
    [ref?.to ?? (computed?.kind === 'rollup' ? computed.of : ''), ...(refAny?.targets ?? []).map(({ to }) => to)].flatMap((name) => model.entities[name] ?? []))])]
  involved.set(entity, found)
  return found
}

/** Texts computed from an item's values come after those values. */
function inOrder({ fields }: Entity): readonly Field[] {
  const isText = ({ computed }: Field): boolean => computed?.kind === 'text'
  const all = Object.values(fields)
  return all.some(isText) ? [...all.filter((field) => !isText(field)), ...all.filter(isText)] : all
}

function build(context: RecordContext, whose: For, seen: Seen): WireColumns {
  const { entity, model, runtime } = context
  const row = new RowColumns(runtime.fieldSql)
  const joins: RawBuilder<unknown>[] = []
  const puts: NamedPut[] = []
  const raws = new Map<string, (row: Row) => unknown>()

  const putIfSeen = (of: Entity, alias: string, field: string, all: readonly NamedPut[]): readonly NamedPut[] => {
    const rule = seen(of).fields.get(field)
    if (rule === undefined) return []
    if (rule === null) return all
    const shows = row.flag(ruleSql(context, rule, of, alias))
    return all.map(({ keys, put }) => ({
      keys,
      put: (item, at, id_session) => {
        if (shows(at)) put(item, at, id_session)
      },
    }))
  }

  const putReference = (field: Field, id: Read): readonly NamedPut[] => {
    const target = field.ref && model.entities[field.ref.to]
    if (!field.ref || !target) return []
    const alias = `r${joins.length}`
    joins.push(sql`left join ${sql.table(target.name)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${fieldColumn('t', field, runtime.fieldSql)}`)
    const read = (name: string): Read | null => {
      const of = target.fields[name]
      return of && seen(target).fields.has(name) ? fileAddress(runtime, row, alias, of) ?? row.field(alias, of) : null
    }
    const parts = new Map(target.represent.flatMap((part) => ('field' in part && seen(target).fields.get(part.field) === null ? [[part.field, read(part.field)] as const] : [])))
    const label: Put = (item, at, id_session) => {
      item[labelKey(field.name)] = id(at) === null ? null : representBy(target, (name) => (name === 'id' ? id(at) : parts.get(name)?.(at, id_session) ?? null))
    }
    return [
      { keys: [labelKey(field.name)], put: label },
      ...Object.entries(field.ref.expand).flatMap(([wire, name]) => {
        const value = read(name)
        return value ? putIfSeen(target, alias, name, [putOne(wire, value)]) : []
      }),
    ]
  }

  /** The label of a record of one of several kinds; each entity is joined once, by the ids under its kinds. */
  const putAny = (field: Field, value: Read): readonly NamedPut[] => {
    const { refAny } = field
    if (!refAny) return []
    const column = fieldColumn('t', field, runtime.fieldSql)
    const labels = new Map<string, Read>()
    for (const to of new Set(refAny.targets.map((target) => target.to))) {
      const target = model.entities[to]
      if (!target) continue
      const kinds = kindsTo(field, to)
      const alias = `r${joins.length}`
      joins.push(sql`left join ${sql.table(to)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} =
        (case when split_part(${column}, ':', 1) in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then split_part(${column}, ':', 2)::int end)`)
      const parts = new Map(target.represent.flatMap((part) => {
        const of = 'field' in part && seen(target).fields.get(part.field) === null ? target.fields[part.field] : undefined
        return of ? [[of.name, fileAddress(runtime, row, alias, of) ?? row.field(alias, of)] as const] : []
      }))
      const label: Read = (at, id_session) => representBy(target, (name) => (name === 'id' ? anyId(value(at))?.id ?? null : parts.get(name)?.(at, id_session) ?? null))
      for (const kind of kinds) labels.set(kind, label)
    }
    return [putOne(labelKey(field.name), (at, id_session) => labels.get(anyId(value(at))?.kind ?? '')?.(at, id_session) ?? null)]
  }

  for (const field of inOrder(entity)) {
    if (!seen(entity).fields.has(field.name)) continue
    if (field.virtual) {
      const keys = [field.name, labelKey(field.name), colorKey(field.name)]
      puts.push(...putIfSeen(entity, 't', field.name, relationPuts(context, whose, field, row, seen).map((put) => ({ keys, put }))))
      continue
    }
    const value = (whose === 'asker' ? fileAddress(runtime, row, 't', field) ?? answersRead(runtime, row, 't', field) : null) ?? row.field('t', field)
    const called = whose === 'server' ? fileName(runtime, row, 't', field) : null
    raws.set(field.name, row.raw('t', field))
    const flat = Object.entries(field.flat ?? {})
    puts.push(
      ...putIfSeen(entity, 't', field.name, [
        putOne(field.name, value),
        ...flat.map(([part, wire]) => putOne(wire, (at) => partOf(value(at), part))),
        ...(called ? [putOne(labelKey(field.name), called)] : []),
        ...putReference(field, value),
        ...putAny(field, value),
      ]),
    )
  }

  const above = treePath(entity, seen(entity))
  if (above) {
    const raw = row.any(above.column)
    puts.push(putOne(PATH_KEY, (at) => above.read(raw(at))))
  }
  const isText = (key: string): boolean => entity.fields[key]?.computed?.kind === 'text'

  return {
    columns: sql`${sql.join(row.columns)}`,
    joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `),
    decode: decodeWith(puts),
    // A computed text needs the values it is made of.
    decodeOnly: (keys) => decodeWith([...keys].some(isText) ? puts : puts.filter((one) => one.keys.some((key) => keys.has(key)))),
    raw: (at, field) => raws.get(field)?.(at) ?? null,
  }
}

const putOne = (key: string, read: Read): NamedPut => ({
  keys: [key],
  put: (item, at, id_session) => {
    item[key] = read(at, id_session)
  },
})

function decodeWith(puts: readonly NamedPut[]): WireColumns['decode'] {
  return (at, id_session) => {
    const item: Item = {}
    for (const { put } of puts) put(item, at, id_session)
    return item
  }
}

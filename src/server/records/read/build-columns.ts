import { sql, type RawBuilder } from 'kysely'
import { anyId, kindsTo } from '../../../model/any-reference'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { representBy } from '../../../model/represent'
import { partOf } from '../json-object'
import type { RecordContext } from '../record-context'
import { relationPuts } from '../relations/relation-puts'
import { ruleSql } from '../rule-readings'
import { PATH_KEY, treePath } from '../tree'
import { answersRead } from './answer-files'
import { fieldColumn } from '../../language/rules/field-column'
import { fileAddress, fileName } from './file-column'
import { colorKey, labelKey, RowColumns, type Item, type Put, type Read, type Row } from '../fields/row-columns'
import type { SeenFields } from '../fields/seen-fields'
import type { For, WireColumns } from './wire-columns'
import { writtenLabel } from './written-label'
import { writtenPart, writtenValue, type WrittenRow } from './written-row'

/** Which fields of an entity are shown, and by which rules of a row. */
export type Seen = (entity: Entity) => SeenFields
/** Puts the wire keys it names. */
interface NamedPut {
  readonly keys: readonly string[]
  readonly put: Put
}

/** Texts computed from an item's values come after those values. */
function inOrder({ fields }: Entity): readonly Field[] {
  const isText = ({ computed }: Field): boolean => computed?.kind === 'text'
  const all = Object.values(fields)
  return all.some(isText) ? [...all.filter((field) => !isText(field)), ...all.filter(isText)] : all
}

/** What is read of a row. */
interface ReadOf {
  /** What PostgreSQL writes itself; null: every value is decoded here. */
  readonly written: WrittenRow | null
  /** The wire keys that are wanted; null: all. */
  readonly only: Pick<ReadonlySet<string>, 'has'> | null
}

export function buildColumns(context: RecordContext, whose: For, seen: Seen, { written, only }: ReadOf): WireColumns {
  const { entity, model, runtime } = context
  const { fieldSql } = runtime
  const row = new RowColumns(fieldSql)
  const joins: RawBuilder<unknown>[] = []
  const puts: NamedPut[] = []
  const raws = new Map<string, (row: Row) => unknown>()

  const wants = (key: string): boolean => !only || only.has(key)
  const isRead = (key: string): boolean => wants(key) || written?.needs.has(key) === true

  /**
   * One value: a part of the text where PostgreSQL can write it and every row shows it, and decoded where it cannot or
   * something here needs it.
   */
  const putValue = (key: string, text: RawBuilder<unknown> | null, read: () => Read | null): readonly NamedPut[] => {
    if (!isRead(key)) return []
    if (text && wants(key) && written?.takes(key, text) && !written.needs.has(key)) return []
    const value = read()
    return value ? [putOne(key, value)] : []
  }

  const putIfSeen = (of: Entity, alias: string, field: string, all: readonly NamedPut[]): readonly NamedPut[] => {
    const rule = seen(of).fields.get(field)
    if (rule === undefined) return []
    if (rule === null || all.length === 0) return all
    const shows = row.flag(ruleSql(context, rule, of, alias))
    return all.map(({ keys, put }) => ({
      keys,
      put: (item, at, id_session) => {
        if (shows(at)) put(item, at, id_session)
      },
    }))
  }
  const isEverywhere = (of: Entity, field: string): boolean => seen(of).fields.get(field) === null

  /**
   * What stands for a record that is joined under an alias, beside the reference that names it: null where that is
   * empty.
   */
  const putLabel = (
    key: string,
    target: Entity,
    alias: string,
    id: () => Read,
    column: RawBuilder<unknown>,
    isPlain: boolean,
  ): readonly NamedPut[] => {
    const read = (name: string): Read | null => readThere(target, alias, name)
    const represented = target.represent.flatMap((part) =>
      'field' in part && isEverywhere(target, part.field) ? [part.field] : [],
    )
    const label = (): Read => {
      const parts = new Map(represented.map((name) => [name, read(name)] as const))
      const own = id()
      return (at, id_session) =>
        own(at) === null
          ? null
          : representBy(target, (name) => (name === 'id' ? own(at) : (parts.get(name)?.(at, id_session) ?? null)))
    }
    const text = isPlain ? writtenLabel(fieldSql, target, new Set(represented), alias, column) : null
    return putValue(key, text, label)
  }
  const readThere = (target: Entity, alias: string, name: string): Read | null => {
    const of = target.fields[name]
    return of && seen(target).fields.has(name) ? (fileAddress(runtime, row, alias, of) ?? row.field(alias, of)) : null
  }
  const joinAs = (target: Entity, column: RawBuilder<unknown>): string => {
    const alias = `r${joins.length}`
    joins.push(sql`left join ${sql.table(target.name)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${column}`)
    return alias
  }

  /** What a reference of a joined record names. */
  const putBeyond = (key: string, of: Field, alias: string, isPlain: boolean): readonly NamedPut[] => {
    const beyond = isRead(key) ? model.entities[of.ref?.to ?? ''] : undefined
    if (!beyond) return []
    const column = fieldColumn(alias, of, fieldSql)
    return putLabel(key, beyond, joinAs(beyond, column), () => row.field(alias, of), column, isPlain)
  }

  const putReference = (field: Field, id: () => Read): readonly NamedPut[] => {
    const target = field.ref && model.entities[field.ref.to]
    const { expand = {}, named = [] } = field.ref ?? {}
    if (!target || ![labelKey(field.name), ...Object.keys(expand), ...named.map(labelKey)].some(isRead)) return []
    const column = fieldColumn('t', field, fieldSql)
    const alias = joinAs(target, column)
    const isOpen = isEverywhere(entity, field.name)
    return [
      ...putLabel(labelKey(field.name), target, alias, id, column, isOpen),
      ...Object.entries(expand).flatMap(([wire, name]) => {
        const of = target.fields[name]
        const isPlain = of && isOpen && isEverywhere(target, name)
        return putIfSeen(target, alias, name, [
          ...putValue(wire, isPlain ? writtenValue(fieldSql, alias, of) : null, () => readThere(target, alias, name)),
          ...(of && named.includes(wire) ? putBeyond(labelKey(wire), of, alias, isPlain === true) : []),
        ])
      }),
    ]
  }

  /** The label of a record of one of several kinds; each entity is joined once, by the ids under its kinds. */
  const putAny = (field: Field, value: () => Read): readonly NamedPut[] => {
    const { refAny } = field
    if (!refAny || !isRead(labelKey(field.name))) return []
    const column = fieldColumn('t', field, fieldSql)
    const labels = new Map<string, Read>()
    for (const to of new Set(refAny.targets.map((target) => target.to))) {
      const target = model.entities[to]
      if (!target) continue
      const kinds = kindsTo(field, to)
      const alias = `r${joins.length}`
      joins.push(sql`left join ${sql.table(to)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} =
        (case when split_part(${column}, ':', 1) in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
          then split_part(${column}, ':', 2)::int end)`)
      const parts = new Map(
        target.represent.flatMap((part) => {
          const of = 'field' in part && isEverywhere(target, part.field) ? target.fields[part.field] : undefined
          return of ? [[of.name, fileAddress(runtime, row, alias, of) ?? row.field(alias, of)] as const] : []
        }),
      )
      const own = value()
      const label: Read = (at, id_session) =>
        representBy(target, (name) =>
          name === 'id' ? (anyId(own(at))?.id ?? null) : (parts.get(name)?.(at, id_session) ?? null),
        )
      for (const kind of kinds) labels.set(kind, label)
    }
    const own = value()
    return [
      putOne(
        labelKey(field.name),
        (at, id_session) => labels.get(anyId(own(at))?.kind ?? '')?.(at, id_session) ?? null,
      ),
    ]
  }

  for (const field of inOrder(entity)) {
    if (!seen(entity).fields.has(field.name)) continue
    if (field.virtual) {
      const keys = [field.name, labelKey(field.name), colorKey(field.name)]
      if (!keys.some(isRead)) continue
      puts.push(
        ...putIfSeen(
          entity,
          't',
          field.name,
          relationPuts(context, whose, field, row, seen).map((put) => ({ keys, put })),
        ),
      )
      continue
    }
    const value = (): Read =>
      (whose === 'asker' ? (fileAddress(runtime, row, 't', field) ?? answersRead(runtime, row, 't', field)) : null) ??
      row.field('t', field)
    const called = whose === 'server' ? fileName(runtime, row, 't', field) : null
    if (!written && wants(field.name)) raws.set(field.name, row.raw('t', field))
    const isPlain = isEverywhere(entity, field.name)
    puts.push(
      ...putIfSeen(entity, 't', field.name, [
        ...putValue(field.name, isPlain ? writtenValue(fieldSql, 't', field) : null, value),
        ...Object.entries(field.flat ?? {}).flatMap(([part, wire]) =>
          putValue(wire, isPlain ? writtenPart(fieldSql, 't', field, part) : null, () => {
            const whole = value()
            return (at) => partOf(whole(at), part)
          }),
        ),
        ...(called && isRead(labelKey(field.name)) ? [putOne(labelKey(field.name), called)] : []),
        ...putReference(field, value),
        ...putAny(field, value),
      ]),
    )
  }

  const above = isRead(PATH_KEY) ? treePath(entity, seen(entity)) : null
  if (above) {
    const raw = row.any(above.column)
    puts.push(putOne(PATH_KEY, (at) => above.read(raw(at))))
  }
  const isText = (key: string): boolean => entity.fields[key]?.computed?.kind === 'text'

  return {
    columns: sql`${sql.join([...(written ? [written.column] : []), ...row.columns])}`,
    joins: sql.join([...joins, ...(written ? [written.join] : [])], sql` `),
    joined: joins.length,
    decode: decodeWith(puts),
    // A computed text needs the values it is made of.
    decodeOnly: (keys) =>
      decodeWith([...keys].some(isText) ? puts : puts.filter((one) => one.keys.some((key) => keys.has(key)))),
    raw: (at, field) => raws.get(field)?.(at) ?? null,
    written: written && { keys: written.keys, isWhole: puts.length === 0 },
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

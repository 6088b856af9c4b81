import { type Expression, sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { isSame } from '../../../model/values/same'
import { fieldSql } from '../../../fields/sql'
import type { Tx } from '../../platform/database/database'
import { dependentsOf } from '../formulas/dependents'
import { settleFormulas } from '../formulas/settle'
import { sqlTypeOf } from '../fields/row-columns'
import type { PatchDeed } from './patch-deed'
import { logPatched, titleFields } from './patch-log'
import type { Patched } from './patches'
import { raised } from './raised'
import { followedResource, tellHappened } from './tell'
import { living } from '../fields/in-scope'

type Columns = { readonly [column: string]: unknown }

/** A changed row with its values as records have them, and the names of the fields that changed. */
export interface PatchedRecord {
  readonly id: number
  readonly version: number
  readonly before: JsonObject
  readonly after: JsonObject
  readonly fields: readonly string[]
}

/**
 * Changes rows of a table by one statement, and does with them what a save does with a record: their version and date,
 * their lines of the log, events and followers, and the formulas that read them. Neither rights nor rules are asked:
 * the feature has judged that it may.
 */
export async function patchRows(
  tx: Tx,
  table: string,
  condition: Expression<unknown>,
  columns: Columns,
  deed: PatchDeed,
): Promise<readonly Patched[]> {
  const { runtime } = tx.context
  const model = runtime?.model()
  const entity = model?.entities[table]
  const follows = model !== undefined && followedResource(model, table) !== undefined
  const rows = await writeRows(tx, table, condition, columns, { deed, model, entity, follows })
  if (!runtime || !model || !entity || rows.length === 0) return rows
  const records = rows.map((row) => recordOf(entity, row))
  if (deed.verb !== null) await logPatched(tx, model, entity, records, deed)
  if (dependentsOf(model).triggers.has(entity.name)) await settlePatched(tx, model, entity, records)
  const happened = records
    .filter(({ fields }) => fields.length > 0)
    .map(({ id, before, after, fields }) => ({
      id,
      before,
      fields,
      ...((after['date_deleted'] ?? null) !== null && { removed: true as const }),
    }))
  if (happened.length > 0)
    await tellHappened(
      tx,
      runtime,
      table,
      happened,
      deed.by.id_user,
      rows.some(({ followed }) => followed),
    )
  return rows
}

interface Writing {
  readonly deed: PatchDeed
  readonly model: Model | undefined
  readonly entity: Entity | undefined
  readonly follows: boolean
}
type Stored = Patched & { readonly followed: boolean }

async function writeRows(
  tx: Tx,
  table: string,
  condition: Expression<unknown>,
  columns: Columns,
  { deed, model, entity, follows }: Writing,
): Promise<readonly Stored[]> {
  const written: Columns = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  const sets = Object.entries({ ...written, ...raised(deed.now) }).map(
    ([name, value]) => sql`${sql.id(name)} = ${value}`,
  )
  const more =
    model && entity
      ? [...(dependentsOf(model).links.get(entity.name) ?? []), ...(deed.verb === null ? [] : titleFields(entity))]
      : []
  const names = [...new Set([...Object.keys(written), ...(deed.reads ?? []), ...more, 'version'])]
  const own = (name: string) => sql.ref(`${table}.${name}`)
  // Unnamed columns of the statement are those of the table, as they are before the write.
  const { rows } = await sql<Columns>`
    with was as (
      select id as was_id, ${sql.join(names.map((name, at) => sql`${sql.id(name)} as ${sql.id(`was_${at}`)}`))}
      from ${sql.table(table)}
      where (${condition}) ${deed.removed ? sql`` : sql`and date_deleted is null`} order by id for update)
    update ${sql.table(table)} set ${sql.join(sets)} from was where ${own('id')} = was.was_id
    returning ${own('id')},
    ${sql.join(names.map((name, at) => sql`${own(name)} as ${sql.id(`is_${at}`)}, was.${sql.id(`was_${at}`)}`))},
      ${
        follows
          ? sql`exists (select from record_followers f where f.entity = ${table} and f.id_target = ${own('id')}::text
        and f.follows and ${living('f')})`
          : sql`false`
      } as followed`.execute(tx)
  return rows.map((row) => {
    const read = (when: string) => Object.fromEntries(names.map((name, at) => [name, row[`${when}_${at}`] ?? null]))
    const after = read('is')
    return {
      id: Number(row['id']),
      version: Number(after['version']),
      before: read('was'),
      after,
      followed: row['followed'] === true,
    }
  })
}

function recordOf(entity: Entity, { id, version, before, after }: Patched): PatchedRecord {
  const canonical = (row: Columns): { [field: string]: Json } =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, raw]) => {
        const field = entity.fields[name]
        if (name === 'date_deleted') return [[name, raw === null ? null : String(raw)]]
        return field && !field.virtual
          ? [[name, raw === null ? null : sqlTypeOf(fieldSql, field).decode(raw, field)]]
          : []
      }),
    )
  const [was, is] = [canonical(before), canonical(after)]
  const fields = Object.keys(is).filter((name) => name !== 'version' && !isSame(was[name] ?? null, is[name] ?? null))
  return { id, version, before: { ...was, id }, after: { ...is, id }, fields }
}

/** Counts what formulas make of the changed rows, and of whatever that changes. */
async function settlePatched(tx: Tx, model: Model, entity: Entity, records: readonly PatchedRecord[]): Promise<void> {
  const write = { tx, log: [], changed: new Set<string>(), afterCommit: [], refused: [] }
  await settleFormulas(
    model,
    write,
    entity,
    records.map(({ id, before, after, fields }) => ({
      id,
      before,
      after: (after['date_deleted'] ?? null) === null ? after : null,
      fields: new Set(fields),
    })),
    false,
  )
}

import { sql } from 'kysely'
import type { Model } from '../../../model/model'
import type { Tx } from '../../platform/database/database'
import { putMarksTriggers } from './marks-trigger'
import { definitionOf, hasRollups, lockRollups, storedRollups } from './stored-rollup'

/** Types of columns that rollups can gather by and add up, as the catalogue calls them. */
const TIMES = ['timestamptz', 'date']
const NUMBERS = ['int2', 'int4', 'int8', 'numeric']

/**
 * Brings what the database keeps of rollups to a Model: new ones are counted by the job, which makes their tables;
 * those that no schema has are retired. They hold nothing that is not in the rows, so nobody is asked before one is
 * dropped.
 */
export async function putRollups(tx: Tx, model: Model, log: (line: string) => void): Promise<void> {
  const wanted = Object.values(model.entities).flatMap(({ name, rollups = [] }) =>
    rollups.map((rollup, place) => ({ ...rollup, entity: name, place })),
  )
  if (!(await hasRollups(tx))) {
    if (wanted.length === 0) return
    await createPlace(tx)
  }
  await lockRollups(tx)
  await dropOutdated(tx)
  const types = await columnTypes(tx, [...new Set(wanted.map(({ entity }) => entity))])
  const stored = await storedRollups(tx)
  const serves = new Set<number>()
  for (const rollup of wanted) {
    const same = stored.filter((one) => definitionOf(one) === definitionOf(rollup))
    const known = same.find(({ isRetired }) => !isRetired) ?? same.at(-1)
    if (known) {
      serves.add(known.id)
      await sql`update engine_rollups set date_retired = null, place = ${rollup.place}
        where id = ${known.id} and (date_retired is not null or place <> ${rollup.place})`.execute(tx)
      continue
    }
    const typeOf = (column: string): string => types.get(`${rollup.entity}.${column}`) ?? ''
    if (!TIMES.includes(typeOf(rollup.at)) || !rollup.sum.every((name) => NUMBERS.includes(typeOf(name)))) {
      log(`waiting: a rollup of ${rollup.entity} needs columns that have another type until somebody decides`)
      continue
    }
    await sql`insert into engine_rollups (entity, unit, at_field, dims, sums, is_moment, place)
      values (${rollup.entity}, ${rollup.each}, ${rollup.at}, ${rollup.by}::text[], ${rollup.sum}::text[],
        ${typeOf(rollup.at) !== 'date'}, ${rollup.place})`.execute(tx)
  }
  const left = stored.filter(({ id, isRetired }) => !isRetired && !serves.has(id)).map(({ id }) => id)
  if (left.length > 0)
    await sql`update engine_rollups set date_retired = now() where id = any(${left}::integer[])`.execute(tx)
  await putMarksTriggers(tx, await storedRollups(tx))
}

async function createPlace(tx: Tx): Promise<void> {
  await sql`create table if not exists engine_rollups (
    id integer generated always as identity primary key, entity text not null, unit text not null,
      at_field text not null, dims text[] not null, sums text[] not null,
    is_moment boolean not null, place integer not null, name text unique, zone text,
      ready boolean not null default false, built_to timestamptz, date_retired timestamptz)`.execute(tx)
  // Rows come and go all day: what is gone must not be read past for long.
  await sql`create table if not exists engine_rollup_marks (entity text not null, field text not null, at timestamptz)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_analyze_threshold = 100000)`.execute(tx)
}

/** Drops rollups over columns that are gone or have another type now. */
async function dropOutdated(tx: Tx): Promise<void> {
  const stored = await storedRollups(tx)
  const types = await columnTypes(tx, [
    ...new Set(stored.flatMap(({ entity, made }) => (made ? [entity, made.table] : [entity]))),
  ])
  for (const { id, entity, at, by, sum, made } of stored) {
    const type = (table: string, column: string): string | undefined => types.get(`${table}.${column}`)
    const isSound =
      TIMES.includes(type(entity, at) ?? '') &&
      sum.every((name) => NUMBERS.includes(type(entity, name) ?? '')) &&
      [at, ...by].every(
        (name) => type(entity, name) !== undefined && (!made || type(entity, name) === type(made.table, name)),
      )
    if (isSound) continue
    if (made) await sql`drop table if exists ${sql.table(made.table)}`.execute(tx)
    await sql`delete from engine_rollups where id = ${id}`.execute(tx)
  }
}

/** `table.column` → its type. */
async function columnTypes(tx: Tx, tables: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    name: string
    type: string
  }>`select c.relname || '.' || a.attname as name, t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables}::text[])`.execute(tx)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

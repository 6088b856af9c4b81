import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database'
import { runSql } from '../../language/migrate/run-sql'
import { literal, objectName, quoted } from '../../language/migrate/names'
import type { StoredRollup } from './stored-rollup'

const EVENTS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
  truncate: '',
} as const

/** The names of the function and triggers that mark what an entity's rollups have to count again. */
const functionName = (entity: string): string => objectName(`tr_rollup_${entity}`, [], 'marks', entity)

/**
 * What marks changes: the minutes of rows that came, went, or differ in what is counted. A statement adds its marks
 * once, however many rows it writes, to a table that nobody changes rows of, so writers never wait for one another. It
 * knows no zone: that may change.
 */
function markingBody(entity: string, rollups: readonly StoredRollup[]): string {
  const times = [...new Map(rollups.map(({ at, isMoment }) => [at, isMoment]))]
  const counted = [...new Set(rollups.flatMap(({ at, by, sum }) => [at, ...by, ...sum]))].sort().map(quoted)
  const minute = (at: string, isMoment: boolean): string =>
    isMoment ? `date_trunc('minute', ${quoted(at)})` : `${quoted(at)}::timestamp at time zone 'UTC'`
  const mark = (rows: string): string =>
    times
      .map(
        ([at, isMoment]) =>
          `insert into engine_rollup_marks (entity, field, at) select distinct ${literal(entity)}, ${literal(at)}, ${minute(at, isMoment)} from ${rows};`,
      )
      .join('\n    ')
  const columns = `${counted.join(', ')}, date_deleted is null as living`
  const [before, after] = ['old_rows', 'new_rows'].map((rows) => `select ${columns} from ${rows}`)
  return `
declare kept text;
begin
  if tg_op = 'INSERT' then
    ${mark('new_rows')}
  elsif tg_op = 'DELETE' then
    ${mark('old_rows')}
  elsif tg_op = 'UPDATE' then
    ${mark(`((${before} except all ${after}) union all (${after} except all ${before})) as changed`)}
  else
    for kept in select name from engine_rollups where entity = ${literal(entity)} and name is not null loop
      execute format('delete from %I', kept);
    end loop;
  end if;
  return null;
end`
}

/**
 * Puts the triggers of an entity's rollups in place, and takes away those of an entity that has none. Writers wait for
 * it, as it waits for those at work.
 */
export async function putMarksTriggers(tx: Tx, rollups: readonly StoredRollup[]): Promise<void> {
  const { rows } = await sql<{
    entity: string
    body: string
    triggers: number
  }>`select c.relname as entity, p.prosrc as body, count(*)::integer as triggers
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgname like 'tr\\_rollup\\_%' and c.relnamespace = current_schema()::regnamespace
    group by 1, 2`.execute(tx)
  const there = new Map(rows.map((row) => [row.entity, row]))
  for (const entity of new Set([...there.keys(), ...rollups.map((one) => one.entity)])) {
    const own = rollups.filter((one) => one.entity === entity)
    const [body, name] = [markingBody(entity, own), functionName(entity)]
    const known = there.get(entity)
    if (own.length > 0 && known?.body === body && known.triggers === Object.keys(EVENTS).length) continue
    // Who writes by the former function has committed before the new one counts anything.
    await runSql(tx, `lock table ${quoted(entity)} in share row exclusive mode`)
    for (const event of Object.keys(EVENTS))
      await runSql(tx, `drop trigger if exists ${quoted(`tr_rollup_${event}`)} on ${quoted(entity)}`)
    if (own.length === 0) {
      await runSql(tx, `drop function if exists ${quoted(name)}()`)
      continue
    }
    await runSql(
      tx,
      `create or replace function ${quoted(name)}() returns trigger language plpgsql as ${literal(body)}`,
    )
    for (const [event, tables] of Object.entries(EVENTS)) {
      await runSql(
        tx,
        `create trigger ${quoted(`tr_rollup_${event}`)} after ${event} on ${quoted(entity)} ${tables} for each statement execute function ${quoted(name)}()`,
      )
    }
  }
}

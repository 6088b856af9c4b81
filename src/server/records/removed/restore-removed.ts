import { sql } from 'kysely'
import type { ChosenAnswer } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { onChosen } from '../bulk/on-chosen'
import { inScope, living } from '../fields/in-scope'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { childContext, childrenFields } from '../read/children-rows'
import { chosenKey, type KeptRow } from '../write/keep'
import { restore } from '../undo/restore'
import { takeBack } from '../undo/undo'
import type { Write } from '../write/open-write'
import { assertRemoves } from './assert-removes'
import { keptSince } from './kept-days'

/**
 * `POST {endpoint}/bringBack {id | ids}`: brings removed records back as they were, with the rows that went with them;
 * a reference that their removal emptied leads to them again where it is still empty. For those who may remove them,
 * within their scope.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION at the fields whose values are taken or refer to what is gone
 */
export async function restoreRemoved(context: RecordContext, { id, ids }: JsonObject): Promise<ChosenAnswer> {
  assertRemoves(context)
  const done = context.runtime.words.say(context.actor.language, 'records.done_restore')
  return onChosen(
    context,
    { done, one: bringBack },
    { ...(id !== undefined && { id }), ...(ids !== undefined && { ids }) },
  )
}

interface Removed {
  readonly version: number
  readonly removed_at: string
}

async function bringBack(context: RecordContext, write: Write, id: RecordId, note: string | null): Promise<void> {
  const { entity, settings, now } = context
  const { rows } =
    await sql<Removed>`select t.version, t.date_deleted::text as removed_at from ${sql.table(entity.name)} as t
    where t.id = ${id} and t.date_deleted >= ${keptSince(settings, now)}
      and ${inScope(context, 't', { use: 'write', removed: true })} for update of t`.execute(write.tx)
  const [row] = rows
  if (!row)
    throw (await isBack(context, write, id))
      ? new AppError('CONFLICT', { say: 'records.back_already' })
      : new AppError('NOT_FOUND')
  const kept = await keptOf(write, chosenKey(entity.name, id), row.version)
  if (kept.length > 0)
    return takeBack(context, write, { key: chosenKey(entity.name, id), rows: kept }, { note, verb: 'restore' }, [])
  await restore(context, write, rowOf(context, id, row.version, false), { note, verb: 'restore' })
  await bringRowsBack(context, write, id, row.removed_at, note)
}

/** Whether somebody has brought it back meanwhile. */
async function isBack(context: RecordContext, { tx }: Write, id: RecordId): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(context.entity.name)} as t where t.id = ${id} and ${living('t')}
      and ${inScope(context, 't', { use: 'write' })}`.execute(tx)
  return rows.length > 0
}

/** What the removal did, the last thing first; nothing where it was not kept. */
async function keptOf({ tx }: Write, chosen: string, version: number): Promise<readonly KeptRow[]> {
  const { rows } = await sql<{
    what: KeptRow
  }>`select what from undo_rows where chosen = ${chosen} and date_deleted is null and run = (
      select run from undo_rows where chosen = ${chosen} and date_deleted is null and what->>'kind' = 'remove'
        and what->>'part' is null and (what->>'version')::int = ${version} order by id desc limit 1)
    order by place desc`.execute(tx)
  return rows.map(({ what }) => what)
}

/** The rows that were removed at the same moment, with the record. */
async function bringRowsBack(
  context: RecordContext,
  write: Write,
  id: RecordId,
  removed_at: string,
  note: string | null,
): Promise<void> {
  for (const { children } of childrenFields(context.entity)) {
    const there = childContext(context, children, null)
    if (!there) continue
    const { rows } = await sql<{
      id: RecordId
      version: number
    }>`select t.id, t.version from ${sql.table(there.entity.name)} as t
      where ${sql.ref(`t.${children.link}`)} = ${id} and t.date_deleted = ${removed_at}::timestamptz order by t.id
      for update`.execute(write.tx)
    for (const row of rows) {
      const own = readId(there.entity, row.id)
      await restore(there, write, rowOf(there, own, row.version, true), { note, verb: 'restore' })
      await bringRowsBack(there, write, own, removed_at, note)
    }
  }
}

const rowOf = ({ entity }: RecordContext, id: RecordId, version: number, isPart: boolean): KeptRow => ({
  kind: 'remove',
  entity: entity.name,
  id,
  version,
  title: null,
  before: {},
  after: {},
  ...(isPart && { part: true as const }),
})

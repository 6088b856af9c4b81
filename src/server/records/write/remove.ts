import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import { settleFormulas } from '../formulas/settle'
import { assertOpenToKey } from '../../language/actor/key-rights'
import { tellParticipants } from './participants'
import { lockRecord } from './lock-record'
import type { Write } from './open-write'
import { contextOf, type RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { childContext, childrenFields } from '../read/children-rows'
import { openOf, settleOpen } from './settle-open'
import { resourceTitle } from '../fields/labels'
import { recordTitle } from '../record-title'
import { logWrite } from '../log/log-write'
import { lockTree } from '../tree'
import { inUseBy, isCleared, usesOf, valuesOf } from '../relations/uses'
import { hookContext } from './hook-context'
import { assertMayGo } from './assert-kept'
import { assertRemovable, lockedReference } from '../relations/locks'
import { inScope, living } from '../fields/in-scope'
import { keepCleared, keepRemoved } from './keep'
import { raisedIn } from './raised'

/**
 * Removes a record softly: its row stays with `date_deleted`. References declared to be emptied are, with a new version
 * and a log line for their records.
 * @param note what the activity log says of the removal next to its verb
 * @param above what is being removed that this row belongs to: rows may refer to one another in a circle
 * @param isMerged what referred to it has been led elsewhere; what still does, stays
 * @throws {AppError} NOT_FOUND, LOCKED by its state, IN_USE naming what still refers to it
 */
export async function remove(
  context: RecordContext,
  write: Write,
  id: RecordId,
  note: string | null = null,
  above: readonly string[] = [],
  isMerged = false,
): Promise<void> {
  const { entity, now, runtime } = context
  assertOpenToKey(context.actor, context.model, entity)
  // A row moved below it meanwhile would be lost with it.
  await lockTree(context, write.tx)
  const before = await lockRecord(context, write.tx, id)
  assertMayGo(context, 'remove', before)
  await assertRemovable(context, write.tx, before, above.length > 0)
  // Hooks may let it go, and it is asked about only once nothing else refuses.
  const open = isMerged ? [] : await openOf(context, write.tx, [before])
  for (const hooks of runtime.hooks(entity.name)) {
    await hooks.beforeRemove?.(hookContext(context, write), before)
  }
  if (!isMerged) {
    await removeParts(context, write, id, above)
    const uses = await inUseBy(context, write.tx, id)
    if (uses !== null) throw new AppError('IN_USE', { say: 'records.in_use', params: { uses } })
    await settleOpen(context, write, before, open)
    await clearReferences(context, write, id)
  }
  await sql`update ${sql.table(entity.name)} as t
    set date_deleted = ${now.toISOString()}, ${raisedIn('t', now)}
    where t.id = ${id} and ${inScope(context, 't', { use: 'write' })}`.execute(write.tx)
  await settleFormulas(context.model, write, entity, [{ id, before, after: null, fields: null }])
  await logWrite(context, write, {
    type_log: 'remove',
    id_target: id,
    title: recordTitle(entity, before),
    note,
    changes: null,
  })
  keepRemoved(context, write, before, above.length > 0)
  for (const hooks of runtime.hooks(entity.name)) await hooks.afterRemove?.(hookContext(context, write), before)
  await tellParticipants(context, write, [{ id, before, fields: [], removed: true }])
  write.changed.add(entity.name)
}

/**
 * Rows that are written with the record are removed with it, and so are those that mean nothing without it
 * (`x-on-delete: remove`).
 */
async function removeParts(
  context: RecordContext,
  write: Write,
  id: RecordId,
  above: readonly string[],
): Promise<void> {
  const below = [...above, `${context.entity.name}/${id}`]
  for (const { children } of childrenFields(context.entity)) {
    const there = childContext(context, children, null)
    if (there) await removeRows(there, write, children.link, id, below)
  }
  for (const { entity, field, resource } of usesOf(context, context.entity)) {
    if (field.ref?.onDelete !== 'remove') continue
    const over = resource ?? {
      ...context.resource,
      name: entity.name,
      entity: entity.name,
      fixed: {},
      singleton: undefined,
      param: undefined,
    }
    await removeRows(contextOf(context, entity, { ...over, where: undefined }), write, field.name, id, below)
  }
}

/** @throws {AppError} FORBIDDEN where some of the rows are beyond the asker */
async function removeRows(
  there: RecordContext,
  write: Write,
  link: string,
  id: RecordId,
  below: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    id: RecordId
    mine: boolean
  }>`select t.id, ${inScope(there, 't', { use: 'write' })} as mine
    from ${sql.table(there.entity.name)} as t
    where ${sql.ref(`t.${link}`)} = ${id} and ${living('t')} order by t.id`.execute(write.tx)
  if (rows.some(({ mine }) => !mine)) throw new AppError('FORBIDDEN', { say: 'records.rows_out_of_reach' })
  for (const row of rows) {
    const own = readId(there.entity, row.id)
    if (!below.includes(`${there.entity.name}/${own}`)) await remove(there, write, own, null, below)
  }
}

async function clearReferences(context: RecordContext, write: Write, id: RecordId): Promise<void> {
  for (const { entity, field, resource } of usesOf(context, context.entity)) {
    if (!isCleared(field)) continue
    const state = await lockedReference(context, write.tx, entity, field, id)
    if (state !== null)
      throw new AppError('IN_USE', {
        say: 'records.in_use_locked',
        params: {
          uses: resource ? resourceTitle(context.runtime.words, context.actor.language, resource) : entity.title,
          state,
        },
      })
    for (const { value, stored } of valuesOf(field, context.entity, id)) {
      const { rows } = await sql<{ id: RecordId; version: number }>`update ${sql.table(entity.name)} as x
        set ${sql.id(field.name)} = null, ${raisedIn('x', context.now)}
        where ${sql.ref(`x.${field.name}`)} = ${stored} and ${living('x')} returning x.id, x.version`.execute(write.tx)
      for (const row of rows) {
        keepCleared(write, entity.name, field.name, row.id, row.version, value)
        await logWrite({ ...context, entity, resource: resource ?? context.resource }, write, {
          type_log: 'edit',
          id_target: row.id,
          title: null,
          changes: { [field.name]: { from: value, to: null }, version: { from: row.version - 1, to: row.version } },
        })
      }
      if (rows.length === 0) continue
      await settleFormulas(
        context.model,
        write,
        entity,
        rows.map((row) => ({
          id: readId(entity, row.id),
          before: { [field.name]: value },
          after: { [field.name]: null },
          fields: new Set([field.name]),
        })),
        false,
      )
      await tellParticipants(
        { ...context, entity, resource: resource ?? context.resource },
        write,
        rows.map((row) => ({ id: readId(entity, row.id), before: { [field.name]: value }, fields: [field.name] })),
      )
      write.changed.add(entity.name)
    }
  }
}

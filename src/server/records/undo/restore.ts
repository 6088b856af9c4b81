import { sql } from 'kysely'
import { anyId, asReference } from '../../../model/any-reference'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { tellParticipants } from '../write/participants'
import { settleFormulas } from '../formulas/settle'
import { lockedErrors } from '../relations/locks'
import { logWrite } from '../log/log-write'
import { inScope, living } from '../fields/in-scope'
import type { Row } from '../fields/row-columns'
import { everyColumn } from '../read/wire-columns'
import type { RecordContext } from '../record-context'
import { recordTitle } from '../record-title'
import { lockTree } from '../tree'
import type { Write } from '../write/open-write'
import { hookContext } from '../write/hook-context'
import { within } from '../write/stored-row'
import type { KeptRow } from '../write/keep'
import { raisedIn } from '../write/raised'

/** What the activity log says of what is taken back. */
export interface TakingBack {
  readonly note: string | null
  /** Default: `undo`. */
  readonly verb?: string
}

/**
 * Brings a removed record back as it was.
 * @throws {AppError} NOT_FOUND out of the asker's scope or when it is back already, VALIDATION when what it refers to
 * is gone, when its place is taken, or when
 * the record that it belongs to is locked by now
 */
export async function restore(
  context: RecordContext,
  write: Write,
  { id, version, part }: KeptRow,
  { note, verb = 'undo' }: TakingBack,
): Promise<void> {
  const { entity, now, runtime } = context
  const { tx } = write
  await lockTree(context, tx)
  const { columns, joins, decode } = everyColumn(context)
  const { rows } = await sql<
    Row & { readonly removed_at: string }
  >`select ${columns}, t.date_deleted::text as removed_at from ${sql.table(entity.name)} as t ${joins}
    where t.id = ${id} and t.version = ${version} and t.date_deleted is not null
      and ${inScope(context, 't', { use: 'write', removed: true })} for update of t`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  const record = decode(row, context.origin.id_session)
  // The rows of a record come back with it, whatever its state locks.
  const errors = {
    ...(await goneErrors(context, tx, record)),
    ...(part ? {} : await lockedErrors(context, tx, null, record)),
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  for (const hooks of runtime.hooks(entity.name))
    await hooks.beforeRestore?.(hookContext(context, write), { ...record, date_deleted: row.removed_at })
  const stored = await sql<{ within: boolean }>`update ${sql.table(entity.name)} as t
    set date_deleted = null, ${raisedIn('t', now)} where t.id = ${id} returning ${within(context)} as within`.execute(
    tx,
  )
  if (!stored.rows[0]?.within) throw new AppError('FORBIDDEN', { say: 'records.out_of_reach' })
  await settleFormulas(context.model, write, entity, [{ id, before: null, after: record, fields: null }])
  await logWrite(context, write, {
    type_log: verb,
    id_target: id,
    title: recordTitle(entity, record),
    note,
    changes: { version: { from: version, to: version + 1 } },
  })
  // Whoever was told that it went hears of it again; nobody is greeted twice.
  await tellParticipants(context, write, [{ id, before: record, fields: [] }])
  write.changed.add(entity.name)
}

/** Errors of references to records that have been removed meanwhile. */
export async function goneErrors(
  { entity, model }: RecordContext,
  tx: Tx,
  values: JsonObject,
): Promise<{ [field: string]: FieldError }> {
  const errors: { [field: string]: FieldError } = {}
  for (const field of Object.values(entity.fields)) {
    const { name, virtual } = field
    const any = anyId(values[name])
    const ref = any ? asReference(field, any.kind)?.ref : field.ref
    const target = ref && !virtual ? model.entities[ref.to] : undefined
    const id = any?.id ?? values[name] ?? null
    if (!target || target.remote || id === null) continue
    const { rows } =
      await sql`select 1 from ${sql.table(target.name)} as t where t.id = ${id} and ${living('t')}`.execute(tx)
    if (rows.length === 0) errors[name] = { key: 'ref' }
  }
  return errors
}

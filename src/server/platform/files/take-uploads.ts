import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Tx } from '../database/database'
import { livingRows } from '../database/engine-tables'
import type { Runtime } from '../../language/runtime'
import type { TakenFile } from './call-files'
import { effectiveLimits, fileError } from './store-upload'

interface UploadTarget {
  readonly field: Field
  /** Whose uploads they are. */
  readonly id_user: number
  /** Where an error is reported. */
  readonly source: string
}

/**
 * Uploads of their writer's own, locked for a row that is to hold them.
 * @throws {AppError} VALIDATION at the source, also of another's uploads and of those that are held already
 */
export async function lockUploads(
  runtime: Runtime,
  tx: Tx,
  ids: readonly number[],
  { field, id_user, source }: UploadTarget,
): Promise<readonly TakenFile[]> {
  const rows = await livingRows(tx, 'files')
    .select(['id', 'name', 'mime', 'size'])
    .select(sql<boolean>`(state = 'uploaded' and id_user = ${id_user})`.as('mine'))
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < ids.length || rows.some(({ mine }) => !mine))
    throw new AppError('VALIDATION', { errors: { [source]: { key: 'file_foreign' } } })
  const limits = await effectiveLimits(runtime, field)
  const error = rows.map((file) => fileError(file, limits)).find((one) => one !== null)
  if (error) throw new AppError('VALIDATION', { errors: { [source]: error } })
  const found = new Map(
    rows.map(({ id, name, mime, size }) => [Number(id), { id: Number(id), name, mime, size: Number(size) }]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Notes which row holds files. */
export async function holdFiles(
  runtime: Runtime,
  tx: Tx,
  ids: readonly number[],
  { entity, name }: Pick<Field, 'entity' | 'name'>,
  target: number,
): Promise<void> {
  await sql`update files set state = 'attached', date_updated = ${runtime.now().toISOString()}, entity = ${entity},
    field = ${name}, target = ${String(target)}
    where id = any(${[...ids]}::int[])`.execute(tx)
}

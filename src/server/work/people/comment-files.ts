import { sql } from 'kysely'
import { COMMENT_FILES, type CommentItem } from '../../../model/people-calls'
import type { Db, Tx } from '../../platform/database/database'
import { livingRows } from '../../platform/database/engine-tables'
import { holdFiles, lockUploads } from '../../platform/files/take-uploads'
import type { RecordContext } from '../../records/record-context'

/** Gives a comment uploads of its writer's own. @throws {AppError} VALIDATION at `files` */
export async function takeFiles(
  { actor, runtime }: RecordContext,
  tx: Tx,
  comment: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const own = [...new Set(ids)]
  await lockUploads(runtime, tx, own, { field: COMMENT_FILES, id_user: actor.id, source: 'files' })
  await holdFiles(runtime, tx, own, COMMENT_FILES, comment)
}

/** The files of a removed comment are kept for a day, like any replaced file. */
export async function releaseFiles({ now }: RecordContext, tx: Tx, comment: number): Promise<void> {
  await sql`update files set state = 'replaced', date_updated = ${now.toISOString()}
    where entity = ${COMMENT_FILES.entity} and target = ${String(comment)} and state = 'attached'`.execute(tx)
}

/** The files of some comments, with addresses that open for the asker's session alone. */
export async function commentFiles(
  { runtime: { files }, origin }: RecordContext,
  db: Db | Tx,
  comments: readonly number[],
): Promise<ReadonlyMap<number, CommentItem['files']>> {
  if (comments.length === 0) return new Map()
  const rows = await livingRows(db, 'files')
    .select(['id', 'name', 'mime', 'size', 'target'])
    .where('entity', '=', COMMENT_FILES.entity)
    .where('target', '=', sql<string>`any(${comments.map(String)}::text[])`)
    .where('state', '=', 'attached')
    .orderBy('id')
    .execute()
  const found = new Map<number, CommentItem['files']>()
  for (const { id, name, mime, size, target } of rows) {
    const file = {
      id: Number(id),
      name,
      mime,
      size: Number(size),
      url: files.links.url(Number(id), name, origin.id_session),
    }
    found.set(Number(target), [...(found.get(Number(target)) ?? []), file])
  }
  return found
}

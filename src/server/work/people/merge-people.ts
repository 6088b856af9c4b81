import { sql } from 'kysely'
import type { RecordContext } from '../../records/record-context'
import { idsOf } from '../../records/relations/write-refs'
import { keepPeople, type KeptRow } from '../../records/write/keep'
import type { Write } from '../../records/write/open-write'
import type { Merged } from '../../records/write/participants'
import { putTags } from './retag'

/**
 * Leads what people have said and noted about a record to the one that it is merged into. Who follows both follows the
 * other as they did.
 */
export async function leadPeople(
  context: RecordContext,
  write: Write,
  { gone, kept, into, note }: Merged,
): Promise<void> {
  const { entity } = context
  const { tx } = write
  const [from, to] = [String(gone.id), String(into)]
  const { rows: comments } = await sql<{
    id: number
  }>`update record_comments set id_target = ${to}, date_updated = clock_timestamp()
    where entity = ${entity.name} and id_target = ${from} returning id`.execute(tx)
  const { rows: followers } = await sql<{
    id: number
  }>`update record_followers as f set id_target = ${to} where f.entity = ${entity.name} and f.id_target = ${from}
    and not exists (select 1 from record_followers as o where o.entity = f.entity and o.id_target = ${to}
      and o.id_user = f.id_user) returning f.id`.execute(tx)
  keepPeople(write, entity.name, into, {
    from,
    comments: comments.map(({ id }) => Number(id)),
    followers: followers.map(({ id }) => Number(id)),
  })
  if (entity.fields.tags?.type !== 'tags') return
  const before = idsOf(kept.tags)
  await putTags(context, write, into, before, [...new Set([...before, ...idsOf(gone.tags)])], note)
}

/** Leads back what a merge has led elsewhere. */
export async function leadPeopleBack({ tx }: Write, { entity, id, before }: KeptRow): Promise<void> {
  const [from, to] = [String(before.from), String(id)]
  await sql`update record_comments set id_target = ${from}, date_updated = clock_timestamp()
    where id = any(${idsOf(before.comments).map(Number)}::int[]) and entity = ${entity} and id_target = ${to}`.execute(
    tx,
  )
  await sql`update record_followers set id_target = ${from}
    where id = any(${idsOf(before.followers).map(Number)}::int[]) and entity = ${entity} and id_target = ${to}`.execute(
    tx,
  )
}

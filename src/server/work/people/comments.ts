import { sql, type RawBuilder } from 'kysely'
import type { CommentItem, PersonItem } from '../../../model/people-calls'
import type { Db, Tx } from '../../platform/database/database'
import { iso } from '../../platform/database/iso'
import { programContext } from '../templates/event-values'
import { findRecords } from '../../records/read/read'
import { wireColumns } from '../../records/read/wire-columns'
import { contextOf, type RecordContext } from '../../records/record-context'
import { recordTitle } from '../../records/record-title'
import { commentFiles } from './comment-files'
import { recordAt, type AtRecord } from './record-at'
import { HOUSE } from '../../language/actor/side'
import { living } from '../../records/fields/in-scope'

const PAGE = 30
/** Addresses of files are signed anew this often, so that a page that stays open can still open them. */
const SIGNED_MS = 15 * 60_000

interface Row {
  readonly id: number
  readonly version: number
  readonly id_user: number
  readonly user_name: string | null
  readonly side: string
  readonly internal: boolean
  readonly body: string
  readonly mentions: string | null
  readonly date_created: string
  readonly date_edited: string | null
}

/**
 * The comments about a record that its asker reads: others than the house's staff only what is open, by the house or
 * their own people.
 */
const readable = (
  { entity }: RecordContext,
  { key, side }: Pick<AtRecord, 'key' | 'side'>,
): RawBuilder<boolean> => sql<boolean>`(c.entity = ${entity.name} and c.id_target = ${key}
  and ${living('c')} and (${side} = ${HOUSE} or (not c.internal and c.side in (${HOUSE}, ${side}))))`

interface CommentsQuery {
  readonly id: number | string
  readonly before?: number
  readonly limit?: number
  readonly since?: string
}

interface Page {
  items: CommentItem[] | null
  total: number
  more: boolean
  since: string
  may_open: boolean
}

/** `GET {endpoint}/{id}/comments`: the last ones, the newest last. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function listComments(
  context: RecordContext,
  { id, before, limit = PAGE, since }: CommentsQuery,
): Promise<Page> {
  const at = await recordAt(context, 'comments', id)
  const {
    runtime: {
      database: { db },
    },
    resource,
    now,
  } = context
  const {
    rows: [state],
  } = await sql<{
    total: number
    last: string | null
  }>`select count(*)::int as total, to_char(max(c.date_updated) at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as last
    from record_comments as c where ${readable(context, at)}`.execute(db)
  const total = state?.total ?? 0
  const stamp = `${total}.${state?.last ?? ''}.${Math.floor(now.getTime() / SIGNED_MS)}`
  const rest = { total, since: stamp, may_open: at.isHouse && resource.comments === 'everyone' }
  if (before === undefined && since === stamp) return { items: null, more: false, ...rest }
  const older = before === undefined ? sql`` : sql`and c.id < ${before}`
  const rows = await readRows(db, sql`${readable(context, at)} ${older} order by c.id desc limit ${limit + 1}`)
  const items = await itemsOf(context, db, rows.slice(0, limit).reverse())
  return { items, more: rows.length > limit, ...rest }
}

/** How many there are, for the title of their tab. */
export async function countComments(context: RecordContext, at: AtRecord): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from record_comments as c where ${readable(context, at)}`.execute(
    context.runtime.database.db,
  )
  return rows[0]?.n ?? 0
}

/** One comment about the record that the asker reads; null: there is none. */
export async function commentOf(
  context: RecordContext,
  db: Db | Tx,
  at: AtRecord,
  id: number,
): Promise<CommentItem | null> {
  const [item] = await itemsOf(context, db, await readRows(db, sql`${readable(context, at)} and c.id = ${id}`))
  return item ?? null
}

async function readRows(db: Db | Tx, where: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } =
    await sql<Row>`select c.id, c.version, c.id_user, trim(concat(u.name, ' ', u.surname)) as user_name, c.side,
      c.internal, c.body, c.mentions::text as mentions,
    ${iso('c.date_created')} as date_created, ${iso('c.date_edited')} as date_edited
    from record_comments as c left join users as u on u.id = c.id_user where ${where}`.execute(db)
  return rows
}

async function itemsOf(context: RecordContext, db: Db | Tx, rows: readonly Row[]): Promise<CommentItem[]> {
  const { actor } = context
  const files = await commentFiles(
    context,
    db,
    rows.map(({ id }) => Number(id)),
  )
  const owners = await ownersOf(
    context,
    db,
    rows.map(({ side }) => side),
  )
  return rows.map(({ id, version, id_user, user_name, side, internal, body, mentions, date_created, date_edited }) => ({
    id: Number(id),
    version: Number(version),
    id_user: Number(id_user),
    user_name: user_name || `#${id_user}`,
    of: owners.get(side) ?? null,
    body,
    internal: internal ? 1 : 0,
    mentions: mentions === null ? [] : (JSON.parse(mentions) as PersonItem[]),
    files: files.get(Number(id)) ?? [],
    date_created,
    date_edited,
    own: Number(id_user) === actor.id,
    may_remove: Number(id_user) === actor.id || actor.root,
  }))
}

/** Names of the owners for whom people spoke (`company:5`), by the side. */
async function ownersOf(
  context: RecordContext,
  db: Db | Tx,
  sides: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const {
    model: {
      application: { scopes },
      entities,
    },
  } = context
  const names = new Map<string, string>()
  for (const side of new Set(sides)) {
    const [name = '', id] = side.split(':')
    const target = entities[entities.users?.fields[scopes[name]?.field ?? '']?.ref?.to ?? '']
    if (id === undefined || !target) continue
    const there = programContext(contextOf(context, target, context.resource))
    const owner = (await findRecords(there, db, wireColumns(there), [Number(id)], { removed: true })).get(Number(id))
    if (owner) names.set(side, recordTitle(target, owner))
  }
  return names
}

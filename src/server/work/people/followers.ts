import { sql } from 'kysely'
import { takesPart } from '../../../model/rights/house'
import type { Json } from '../../../model/json'
import type { Db, Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import { assertThemselves, recordAt, type AtRecord } from './record-at'
import { HOUSE } from '../../language/actor/side'
import { living } from '../../records/fields/in-scope'

/** How a record stands to its followers, as the asker sees it: the house counts all, others those of their own side. */
interface Following {
  readonly followers: number
  readonly follows: boolean
}

export async function followingOf(
  { entity, actor, runtime: { database } }: RecordContext,
  { key, side }: AtRecord,
  db: Db | Tx = database.db,
): Promise<Following> {
  const { rows } = await sql<{
    n: number
    mine: boolean | null
  }>`select count(*)::int as n, bool_or(f.id_user = ${actor.id}) as mine from record_followers as f
    where f.entity = ${entity.name} and f.id_target = ${key} and f.follows and ${living('f')}
      and (${side} = ${HOUSE} or f.side = ${side})`.execute(db)
  return { followers: rows[0]?.n ?? 0, follows: rows[0]?.mine === true }
}

/** `POST {endpoint}/{id}/follow` and `unfollow`. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function setFollowing(
  context: RecordContext,
  given: Json | undefined,
  follows: boolean,
): Promise<Following & { readonly msg: string }> {
  const at = await recordAt(context, 'follow', given)
  await assertThemselves(context)
  const {
    runtime: { database, words },
    actor,
  } = context
  return database.transaction(async (tx) => {
    await put(context, tx, at.key, [{ id: actor.id, side: at.side }], follows, 'said')
    return {
      ...(await followingOf(context, at, tx)),
      msg: words.say(actor.language, follows ? 'people.following' : 'people.unfollowed'),
    }
  })
}

/** Who takes part in a record follows it from then on, unless they have said that they do not want to. */
export async function followToo(
  context: RecordContext,
  tx: Tx,
  key: string,
  people: readonly { readonly id: number; readonly side: string }[],
): Promise<void> {
  const {
    resource,
    model: {
      application: { scopes },
    },
    actor,
  } = context
  if (!resource.follow) return
  const may = people.filter(({ id, side }) =>
    id === actor.id ? takesPart(scopes, actor, resource, 'follow') : resource.follow === 'everyone' || side === HOUSE,
  )
  if (may.length > 0) await put(context, tx, key, may, true, 'implied')
}

async function put(
  { entity, now }: RecordContext,
  tx: Tx,
  key: string,
  people: readonly { readonly id: number; readonly side: string }[],
  follows: boolean,
  how: 'said' | 'implied',
): Promise<void> {
  const moment = now.toISOString()
  const onConflict =
    how === 'said'
      ? sql`do update set follows = excluded.follows, side = excluded.side, date_updated = excluded.date_updated`
      : sql`do nothing`
  await sql`insert into record_followers (entity, id_target, id_user, side, follows, date_created, date_updated)
    select ${entity.name}, ${key}, p.id, p.side, ${follows}, ${moment}, ${moment}
    from unnest(${people.map(({ id }) => id)}::int[], ${people.map(({ side }) => side)}::text[]) as p (id, side)
    on conflict (id_user, entity, id_target) where date_deleted is null ${onConflict}`.execute(tx)
}

/** The followers of some records, but for one person. */
export async function followersOf(
  tx: Tx,
  entity: string,
  keys: readonly string[],
  but: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{
    id_target: string
    ids: readonly number[]
  }>`select f.id_target, array_agg(f.id_user order by f.id_user) as ids from record_followers as f
    where f.entity = ${entity} and f.id_target = any(${[...keys]}::text[]) and f.follows and ${living('f')}
      and f.id_user <> ${but} group by f.id_target`.execute(tx)
  return new Map(rows.map(({ id_target, ids }) => [id_target, ids]))
}

import { isStaff } from '#app/asker'
import { type RawBuilder, sql } from 'kysely'
import { living, visible } from '#app/tables'
import type { CallContext } from '#engine/server'
import type { LimitLeft, RideLimit } from '../../model/limits-call'
import { hidesSums } from './hides-sums'
import { isNearLimit, limitOfCompany, monthSql } from './spending-limit'

/** Who is listed at most, the nearest to their limit first. */
const MAX_LISTED = 200

interface Held {
  readonly id: number
  readonly name: string
  readonly limit: number
  readonly spent: number
}
type OwnColumn = 'id_client' | 'id_company_area'

/** What was spent at a company's expense in this month, by a column of its rides. */
const spentSql = ({ now, settings }: CallContext, column: OwnColumn, owner: string): RawBuilder<number> => sql<number>`(
  select coalesce(sum(case when s.state = 'canceled' then coalesce(s.price_cancel, 0) else coalesce(s.price_total,
    0) end), 0)::float8
  from services s, ${monthSql(now(), settings)} as month
  where s.${sql.ref(column)} = ${sql.ref(`${owner}.id`)} and s.id_company = ${sql.ref(`${owner}.id_company`)}
    and s.date_deleted is null and coalesce(s.date_scheduled, s.date_created) >= month.begins
    and coalesce(s.date_scheduled, s.date_created) < month.ends)`

const limitSql = (owner: string): RawBuilder<number> => sql<number>`${sql.ref(`${owner}.spending_limit`)}::float8`
const isSet = (owner: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${owner}.spending_limit`)}, 0) > 0`

/**
 * Two sums, one before and one after a ride, tell its price: where it is hidden only whether little or nothing is left
 * is said.
 */
const told = (of: LimitLeft['of'], { id, name, limit, ...held }: Held, isHidden: boolean): LimitLeft => {
  const spent = Math.round(held.spent * 100) / 100
  const left = limit - spent
  return {
    of,
    id,
    name,
    limit,
    near: Number(isNearLimit({ limit, left })),
    reached: Number(left <= 0),
    spent: isHidden ? null : spent,
    left: isHidden ? null : Math.max(0, Math.round(left * 100) / 100),
  }
}

const isHiddenFrom = async ({ actor, db, now }: CallContext, id_company: number): Promise<boolean> =>
  !isStaff(actor) && (await hidesSums(db, id_company, now()))

/** The limits that a client's next ride counts in: their own and their area's. */
export async function limitsOfClient(context: CallContext, id_client: number): Promise<readonly LimitLeft[]> {
  const { db } = context
  const own = living(db, 'users as me').where('me.id', '=', id_client).select('me.id_company_area')
  const [client, area] = await Promise.all([
    living(db, 'users as u')
      .where('u.id', '=', id_client)
      .where(isSet('u'))
      .where('u.id_company', 'is not', null)
      .select([
        'u.id',
        'u.name',
        'u.id_company',
        limitSql('u').as('limit'),
        spentSql(context, 'id_client', 'u').as('spent'),
      ])
      .executeTakeFirst(),
    living(db, 'company_areas as a')
      .where('a.id', '=', own)
      .where(isSet('a'))
      .select([
        'a.id',
        'a.name',
        'a.id_company',
        limitSql('a').as('limit'),
        spentSql(context, 'id_company_area', 'a').as('spent'),
      ])
      .executeTakeFirst(),
  ])
  const id_company = client?.id_company ?? area?.id_company ?? null
  if (id_company === null) return []
  const isHidden = await isHiddenFrom(context, id_company)
  return [
    ...(client ? [told('client', { ...client, name: client.name ?? '' }, isHidden)] : []),
    ...(area ? [told('area', { ...area, name: area.name ?? '' }, isHidden)] : []),
  ]
}

/**
 * What one ride of a client may cost at most, by their own limit and by their area's: settings, which tell no price.
 */
export async function rideLimitsOf({ db }: CallContext, id_client: number): Promise<readonly RideLimit[]> {
  const row = await living(db, 'users as u')
    .leftJoin('company_areas as a', (join) =>
      join
        .onRef('a.id', '=', 'u.id_company_area')
        .onRef('a.id_company', '=', 'u.id_company')
        .on('a.date_deleted', 'is', null),
    )
    .where('u.id', '=', id_client)
    .where('u.id_company', 'is not', null)
    .select([sql<number | null>`u.ride_limit::float8`.as('own'), sql<number | null>`a.ride_limit::float8`.as('area')])
    .executeTakeFirst()
  return [
    ...(row?.own ? [{ of: 'client', limit: row.own } as const] : []),
    ...(row?.area ? [{ of: 'area', limit: row.area } as const] : []),
  ]
}

/** Every limit within a company that the asker may see, those with the least left first. */
export async function limitsWithin(
  context: CallContext,
  id_company: number,
  id_area: number | null,
): Promise<readonly LimitLeft[]> {
  const { db, now, settings } = context
  const [company, areas, people, isHidden] = await Promise.all([
    id_area === null ? limitOfCompany(db, id_company, now(), settings) : null,
    visible(db, context, 'company_areas as a')
      .where('a.id_company', '=', id_company)
      .where(isSet('a'))
      .$if(id_area !== null, (query) => query.where('a.id', '=', id_area ?? 0))
      .select(['a.id', 'a.name', limitSql('a').as('limit'), spentSql(context, 'id_company_area', 'a').as('spent')])
      .orderBy('a.id')
      .limit(MAX_LISTED)
      .execute(),
    visible(db, context, 'users as u')
      .where('u.id_company', '=', id_company)
      .where(isSet('u'))
      .$if(id_area !== null, (query) => query.where('u.id_company_area', '=', id_area ?? 0))
      .select(['u.id', sql<string>`concat_ws(' ', u.name, u.surname)`.as('name'), limitSql('u').as('limit')])
      .select(spentSql(context, 'id_client', 'u').as('spent'))
      .orderBy('u.id')
      .limit(MAX_LISTED)
      .execute(),
    isHiddenFrom(context, id_company),
  ])
  const inOrder = (rows: readonly Held[]): readonly Held[] => rows.toSorted(isHidden ? byId : byShare)
  const whole = company && { id: id_company, name: '', limit: company.limit, spent: company.limit - company.left }
  return [
    ...(whole ? [told('company', whole, isHidden)] : []),
    ...inOrder(areas.map((one) => ({ ...one, name: one.name ?? '' }))).map((one) => told('area', one, isHidden)),
    ...inOrder(people).map((one) => told('client', one, isHidden)),
  ]
}

// Where sums are hidden their order would tell of them.
const byId = (a: Held, b: Held): number => a.id - b.id
const byShare = (a: Held, b: Held): number => b.spent / b.limit - a.spent / a.limit || byId(a, b)

import { type RawBuilder, sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type Db, scopeSql, serveCall, writeLog } from '#engine/server'
import { isStaff } from '#app/asker'
import { type ExcludeCall, type OddService, WHY } from '../model/closing-shape'
import { type Bounds, isUnclaimed, type Side } from './open-items'

const MAX_SERVICES = 300

/**
 * What stands out of the rides of its product: 3 deviations from their mean, where there are enough to speak of one.
 */
const SPREAD = sql`select id_product, avg(price_total) as mean, stddev_pop(price_total) as deviation from services
  where state = 'finalized' and price_total > 0 and date_deleted is null
    and date_finalized >= now() - interval '90 days' group by 1 having count(*) >= 10 and stddev_pop(price_total) > 0`

/** What a change of before added or took; of a ride that was handed over each of its drivers has a first item. */
const IS_LATER = sql`b.id_service is not null and b.revision > 1 and (b.kind <> 'handover' or exists (select 1
  from billable_items e
  where e.id_service = b.id_service and e.kind = 'handover' and e.id_driver = b.id_driver and e.id < b.id))`

/** Which items of one side are looked at, and by what of theirs they are divided. */
interface OpenAsked {
  readonly of: Side
  readonly whose: RawBuilder<boolean>
  readonly part?: RawBuilder<unknown>
  readonly bounds: Bounds
}

/** Open and excluded services, one row each, with what is odd about them. */
const oddOf = ({ of, whose, part = sql`null::bigint`, bounds: { from, until } }: OpenAsked): RawBuilder<unknown> => sql`
  with spread as materialized (${SPREAD})
  select ${sql.ref(`b.${of.party}`)} as party, ${part} as part, b.id_service, min(b.effective_at) as at,
    sum(b.minor)::float8 as net,
    sum(b.minor) filter (where b.kind not in ('cash_held', 'commission_taken'))::float8 as earned,
    coalesce(sum(b.minor) filter (where b.kind = 'cash_held'), 0)::float8 as cash,
    coalesce(sum(b.minor) filter (where b.kind = 'commission_taken'), 0)::float8 as taken,
    min(b.effective_at) < ${from}::timestamptz as earlier, bool_or(b.excluded is true) as excluded,
    max(b.excluded_reason) as reason, bool_or(s.review is not distinct from 'pending') as waiting,
    bool_or(${IS_LATER}) or bool_or(coalesce(s.is_price_edited, false))
    or bool_or(coalesce(s.is_fee_edited, false)) as edited,
    bool_or(coalesce(s.price_total, 0) = 0 and s.state is not distinct from 'finalized') as zero,
    bool_or(coalesce(s.price_total > 0 and abs(s.price_total - p.mean) > 3 * p.deviation, false)) as outlier,
    max(s.price_total)::float8 as total, max(s.id_product) as id_product,
    bool_or(s.state = 'finalized' and s.date_deleted is null) as is_over,
    max(s.version)::float8 as version, coalesce(max(s.price_fee), 0)::float8 as price_fee,
    coalesce(max(s.price_driver), 0)::float8 as price_driver
  from billable_items b left join services s on s.id = b.id_service left join spread p on p.id_product = s.id_product
  where ${isUnclaimed(of, until)} and ${whose} group by 1, 2, 3, b.id_order`

type Why = (typeof WHY)[number]

export interface OpenSums {
  readonly party: number
  readonly part: number | null
  readonly services: number
  readonly earned: number
  readonly cash: number
  readonly taken: number
  readonly earlier: number
  readonly net: number
  readonly odd: { readonly [why in Why]: number }
  readonly to_look_at: number
}

/** What open services come to, in the currency's units, and how many of them are odd. */
export async function openSums(db: Db, asked: OpenAsked): Promise<readonly OpenSums[]> {
  const counts = sql`not excluded and not waiting`
  const { rows } = await sql<
    Omit<OpenSums, 'odd'> & OpenSums['odd']
  >`select party, part, (count(*) filter (where ${counts}))::integer as services,
      coalesce(sum(earned) filter (where ${counts} and not earlier), 0) / 100 as earned,
      coalesce(sum(cash) filter (where ${counts} and not earlier), 0) / 100 as cash,
      coalesce(sum(taken) filter (where ${counts} and not earlier), 0) / 100 as taken,
      coalesce(sum(net) filter (where ${counts} and earlier), 0) / 100 as earlier,
      coalesce(sum(net) filter (where ${counts}), 0) / 100 as net,
      (count(*) filter (where edited))::integer as edited, (count(*) filter (where zero))::integer as zero,
      (count(*) filter (where outlier))::integer as outlier,
      (count(*) filter (where waiting))::integer as waiting, (count(*) filter (where excluded))::integer as excluded,
      (count(*) filter (where edited or zero or outlier or waiting or excluded))::integer as to_look_at
    from (${oddOf(asked)}) as open group by 1, 2`.execute(db)
  return rows.map(({ edited, zero, outlier, waiting, excluded, ...rest }) => ({
    ...rest,
    odd: { edited, zero, outlier, waiting, excluded },
  }))
}

type OddRow = Omit<OddService, 'why' | 'at' | 'shares'> &
  NonNullable<OddService['shares']> & { readonly at: Date | string; readonly is_over: boolean } & {
    readonly [why in Why]: boolean
  }

/** The odd ones, ride by ride. */
export async function oddServicesOf(db: Db, asked: OpenAsked): Promise<{ services: OddService[] }> {
  const { rows } =
    await sql<OddRow>`select o.*, coalesce(p.name, '') as product, coalesce(total, 0) as total, net / 100 as net
    from (${oddOf(asked)}) as o left join products p on p.id = o.id_product
    where edited or zero or outlier or waiting or excluded order by at, id_service limit ${MAX_SERVICES}`.execute(db)
  return {
    services: rows.map(
      ({
        id_service,
        at,
        product,
        total,
        net,
        reason,
        is_over,
        version,
        price_fee,
        price_driver,
        ...odd
      }): OddService => ({
        id_service,
        at: new Date(at).toISOString(),
        product,
        total,
        net,
        reason,
        why: WHY.filter((why) => odd[why]),
        shares: is_over ? { version, price_fee, price_driver } : null,
      }),
    ),
  }
}

/** What a document has taken stays in it. */
export const serveExclude = (contract: ExcludeCall, { side, claim }: Side) =>
  serveCall(contract, async (context, { id_service, excluded, reason = '' }) => {
    const { actor, now, session, say, platform } = context
    if (!isStaff(actor)) throw new AppError('FORBIDDEN')
    if (excluded === 1 && reason.trim() === '')
      throw new AppError('VALIDATION', { errors: { reason: { key: 'required' } } })
    const items = await context.transaction(async (tx) => {
      // What was removed meanwhile can still be taken back in: its items come to nothing, and end in the next closing.
      const service = await tables(tx)
        .selectFrom('services')
        .where('id', '=', id_service)
        .where(scopeSql(context, 'services', 'services'))
        .$if(excluded === 1, (query) => query.where('date_deleted', 'is', null))
        .select('id')
        .executeTakeFirst()
      if (!service) throw new AppError('NOT_FOUND')
      const { rows } = await sql<{
        readonly id: number
      }>`update billable_items set excluded = ${excluded === 1},
        excluded_reason = ${excluded === 1 ? reason.trim() : null}, date_updated = now()
      where id_service = ${id_service} and side = ${side} and ${sql.id(claim)} is null
        and excluded is distinct from ${excluded === 1} returning id`.execute(tx)
      if (rows.length === 0) throw new AppError('CONFLICT', { say: 'billing.nothing_open' })
      await writeLog(tx, {
        id_user: actor.id,
        type_log: excluded === 1 ? 'billing_excluded' : 'billing_included',
        target: 'services',
        id_target: id_service,
        title: String(id_service),
        platform,
        id_session: session.id,
        note: excluded === 1 ? reason.trim() : null,
        date: now(),
      })
      return rows.length
    })
    return { items, msg: say(excluded === 1 ? 'billing.excluded' : 'billing.included') }
  })

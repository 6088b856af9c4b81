import { isStaff } from '#app/asker'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError, todayIn } from '#engine/model'
import { anyOf, type CallContext, serveCall, writeLog } from '#engine/server'
import { excludeCall, oddServicesCall, type OddService, previewCall, type PreviewRow } from '../model/closing-calls'
import { type Bounds, boundsOf, isWaiting, zoneOf } from './open-items'

const MOST_SERVICES = 300

/** What stands out of the rides of its product: 3 deviations from their mean, where there are enough to speak of one. */
const SPREAD = sql`select id_product, avg(price_total) as mean, stddev_pop(price_total) as deviation from services
  where state = 'finalized' and price_total > 0 and date_deleted is null and date_finalized >= now() - interval '90 days' group by 1 having count(*) >= 10 and stddev_pop(price_total) > 0`

/** Open and excluded services of drivers, one row each, with what is odd about them. */
const oddOf = (whose: RawBuilder<boolean>, { from, until }: Bounds): RawBuilder<unknown> => sql`
  with spread as (${SPREAD})
  select b.id_driver, b.id_service, min(b.effective_at) as at, sum(b.minor)::float8 as net, sum(b.minor) filter (where b.kind <> 'cash_held')::float8 as earned,
    coalesce(sum(b.minor) filter (where b.kind = 'cash_held'), 0)::float8 as cash, min(b.effective_at) < ${from}::timestamptz as earlier, bool_or(b.excluded is true) as excluded,
    max(b.excluded_reason) as reason, bool_or(${isWaiting}) as waiting, bool_or(b.revision > 1) or bool_or(coalesce(s.is_price_edited, false)) or bool_or(coalesce(s.is_fee_edited, false)) as edited,
    bool_or(coalesce(s.price_total, 0) = 0 and s.state = 'finalized') as zero, bool_or(coalesce(s.price_total > 0 and abs(s.price_total - p.mean) > 3 * p.deviation, false)) as outlier,
    max(s.price_total)::float8 as total, max(s.id_product) as id_product
  from billable_items b join services s on s.id = b.id_service left join spread p on p.id_product = s.id_product
  where b.side = 'driver' and b.id_liquidation is null and b.date_deleted is null and b.effective_at < ${until}::timestamptz and ${whose} group by 1, 2`

interface Driver { readonly id: number; readonly name: string | null; readonly surname: string | null; readonly timezone: string | null }

function driversOf(context: CallContext, { id_driver, id_branch }: { readonly id_driver?: number; readonly id_branch?: number }): Promise<readonly Driver[]> {
  return visible(context.db, context, 'users as u').leftJoin('branches as r', 'r.id', 'u.id_branch').where('u.type_user', '=', '2')
    .$if(id_driver !== undefined, (query) => query.where('u.id', '=', id_driver ?? 0)).$if(id_branch !== undefined, (query) => query.where('u.id_branch', '=', id_branch ?? 0))
    .select(['u.id', 'u.name', 'u.surname', 'r.timezone']).orderBy('u.name').orderBy('u.surname').execute()
}

type Sums = Omit<PreviewRow, 'name' | 'odd' | 'draft' | 'issued'> & PreviewRow['odd']

/** `POST liquidations/preview`. */
export const preview = serveCall(previewCall, async (context, { date_from, date_to, ...whose }) => {
  const { db, settings, now, actor } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const drivers = await driversOf(context, whose)
  const found: Sums[] = []
  for (const zone of new Set(drivers.map(({ timezone }) => zoneOf(timezone, settings)))) {
    const ids = drivers.filter(({ timezone }) => zoneOf(timezone, settings) === zone).map(({ id }) => id)
    const counts = sql`not excluded and not waiting`
    const { rows } = await sql<Sums>`select id_driver, (count(*) filter (where ${counts}))::integer as services,
        coalesce(sum(earned) filter (where ${counts} and not earlier), 0) / 100 as earned, coalesce(sum(cash) filter (where ${counts} and not earlier), 0) / 100 as cash,
        coalesce(sum(net) filter (where ${counts} and earlier), 0) / 100 as earlier, coalesce(sum(net) filter (where ${counts}), 0) / 100 as net,
        (count(*) filter (where edited))::integer as edited, (count(*) filter (where zero))::integer as zero, (count(*) filter (where outlier))::integer as outlier,
        (count(*) filter (where waiting))::integer as waiting, (count(*) filter (where excluded))::integer as excluded,
        (count(*) filter (where edited or zero or outlier or waiting or excluded))::integer as to_look_at
      from (${oddOf(sql`b.id_driver = ${anyOf(ids)}`, boundsOf({ date_from, date_to }, zone))}) as open group by 1`.execute(db)
    found.push(...rows)
  }
  const { rows: documents } = await sql<{ readonly id: number; readonly id_driver: number; readonly number: string | null; readonly state: string; readonly same: boolean }>`
    select id, id_driver, number, state, from_services and date_from = ${date_from}::date and date_to = ${date_to}::date as same from liquidations
    where id_driver = ${anyOf(found.map(({ id_driver }) => id_driver))} and date_deleted is null and state in ('1', '2', '3')
      and date_from <= ${date_to}::date and date_to >= ${date_from}::date order by id`.execute(db)
  const branches = await visible(db, context, 'branches').where('state', '=', '1').select(['id', 'name']).orderBy('name').execute()
  return {
    drivers: drivers.flatMap(({ id, name, surname }): PreviewRow[] => {
      const sums = found.find(({ id_driver }) => id_driver === id)
      if (!sums) return []
      const { edited, zero, outlier, waiting, excluded, ...rest } = sums
      const own = documents.filter(({ id_driver }) => id_driver === id)
      return [{
        ...rest, name: [name, surname].filter(Boolean).join(' '), odd: { edited, zero, outlier, waiting, excluded },
        draft: own.find(({ state, same }) => state === '1' && same)?.id ?? null, issued: own.find(({ state }) => state !== '1')?.number ?? null,
      }]
    }),
    branches: branches.map(({ id, name }) => ({ id, name: name ?? '' })), today: todayIn(zoneOf(null, settings), now()),
  }
})

interface OddRow extends Omit<OddService, 'why' | 'at'> { readonly at: Date | string; readonly edited: boolean; readonly zero: boolean; readonly outlier: boolean; readonly waiting: boolean; readonly excluded: boolean }

/** `POST liquidations/oddServices`. */
export const oddServices = serveCall(oddServicesCall, async (context, { id_driver, ...period }) => {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const [driver] = await driversOf(context, { id_driver })
  if (!driver) throw new AppError('NOT_FOUND')
  const { rows } = await sql<OddRow>`select o.*, coalesce(p.name, '') as product, coalesce(total, 0) as total, net / 100 as net
    from (${oddOf(sql`b.id_driver = ${id_driver}`, boundsOf(period, zoneOf(driver.timezone, context.settings)))}) as o left join products p on p.id = o.id_product
    where edited or zero or outlier or waiting or excluded order by at, id_service limit ${MOST_SERVICES}`.execute(context.db)
  const services = rows.map(({ id_service, at, product, total, net, reason, ...odd }): OddService => ({
    id_service, at: new Date(at).toISOString(), product, total, net, reason, why: (['edited', 'zero', 'outlier', 'waiting', 'excluded'] as const).filter((why) => odd[why]),
  }))
  return { services }
})

/** `POST liquidations/exclude`. What a document has taken stays in it. */
export const exclude = serveCall(excludeCall, async (context, { id_service, excluded, reason = '' }) => {
  const { actor, now, session, say, platform } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  if (excluded === 1 && reason.trim() === '') throw new AppError('VALIDATION', { errors: { reason: { key: 'required' } } })
  const items = await context.transaction(async (tx) => {
    const service = await visible(tx, context, 'services').where('id', '=', id_service).select('id').executeTakeFirst()
    if (!service) throw new AppError('NOT_FOUND')
    const { rows } = await sql<{ readonly id: number }>`update billable_items set excluded = ${excluded === 1}, excluded_reason = ${excluded === 1 ? reason.trim() : null}, date_updated = now()
      where id_service = ${id_service} and side = 'driver' and id_liquidation is null and excluded is distinct from ${excluded === 1} returning id`.execute(tx)
    if (rows.length === 0) throw new AppError('CONFLICT', { say: 'billing.nothing_open' })
    await writeLog(tx, {
      id_user: actor.id, type_log: excluded === 1 ? 'billing_excluded' : 'billing_included', target: 'services', id_target: id_service, title: String(id_service), platform, id_session: session.id,
      note: excluded === 1 ? reason.trim() : null, date: now(),
    })
    return rows.length
  })
  return { items, msg: say(excluded === 1 ? 'billing.excluded' : 'billing.included') }
})

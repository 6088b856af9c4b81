import { sql } from 'kysely'
import { anyOf, type Db } from '#engine/server'
import type { CommissionRule } from '../../model/trial-call'
import type { Bounds } from '../open-items'

interface TrialAsked {
  readonly drivers: readonly number[]
  readonly bounds: Bounds
  /** Rides by this subscription alone. */
  readonly id_subscription?: number
  readonly rule: CommissionRule
}

/** In cents. */
export interface TrialSums {
  readonly id_driver: number
  readonly rides: number
  readonly by_hand: number
  readonly earned: number
  readonly was: number
  readonly would: number
}

/**
 * What services came to for their drivers by their items, and the commission by another rule, as `shareOut` of the
 * fares works it out: of what the house earns on (all but tax, tolls, parking and its own fee), rounded as the tariff's
 * version says, never more than the whole. What was set by hand stays.
 */
export async function trialSums(
  db: Db,
  { drivers, bounds: { from, until }, id_subscription, rule: { fee_amount, fee_percentage } }: TrialAsked,
): Promise<readonly TrialSums[]> {
  const { rows } = await sql<TrialSums>`
    with billed as materialized (
      select b.id_service, b.id_driver,
        coalesce(sum(b.minor) filter (where b.kind not in ('cash_held', 'commission_taken')), 0) as earned,
        -coalesce(sum(b.minor) filter (where b.kind = 'commission'), 0) as was
      from billable_items b where b.side = 'driver' and b.date_deleted is null and b.id_driver = ${anyOf(drivers)}
        and b.effective_at >= ${from}::timestamptz and b.effective_at < ${until}::timestamptz group by 1, 2
    ), ridden as materialized (
      select b.*, s.state = 'finalized' and s.date_deleted is null and s.id_driver = b.id_driver as theirs,
        coalesce(s.is_fee_edited, false) as by_hand, f.id_tarif_version,
        coalesce(s.price_total, 0) - coalesce(s.price_tax, 0) as whole, coalesce(s.price_service, 0) as fee,
        greatest(coalesce(s.price_total, 0) - coalesce(s.price_tax, 0) - coalesce(s.price_toll,
          0) - coalesce(s.price_parking, 0) - coalesce(s.price_service, 0), 0) as base
      from billed b join services s on s.id = b.id_service left join fares f on f.id = s.id_fare
      where ${id_subscription ?? null}::bigint is null or s.id_subscription = ${id_subscription ?? null}::bigint
    ), versions as materialized (
      select v.id, least((v.content ->> 'decimals_round')::integer, (v.content ->> 'exponent')::integer) as decimals
      from tarif_versions v where v.id in (select id_tarif_version from ridden)
    )
    select r.id_driver, (count(*) filter (where theirs))::integer as rides,
      (count(*) filter (where theirs and by_hand))::integer as by_hand, sum(earned)::float8 as earned,
      sum(was)::float8 as was,
      sum(case when theirs
        and not by_hand then round(least(whole,
          fee + round(${String(fee_amount)}::numeric + base * ${String(fee_percentage)}::numeric / 100,
            coalesce(v.decimals, 2))) * 100) else was end)::float8 as would
    from ridden r left join versions v on v.id = r.id_tarif_version group by 1 having count(*) filter (where theirs) > 0
      or sum(was) <> 0`.execute(db)
  return rows
}

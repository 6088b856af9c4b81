import { isStaff } from '#app/asker'
import { sql, type RawBuilder } from 'kysely'
import { AppError, dayBounds, todayIn } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { serviceScope } from '../../services/server'
import { OUTCOMES, summaryCall, type SummaryOutcome, type SummaryPeriod } from '../model/summary-call'
import { periodsOf, type PeriodSpan } from '../model/summary-periods'

/** `GET summary`, in one reading of the services. */
export const summary = serveCall(summaryCall, async (context, { id_client, id_driver, earning = 0 }) => {
  if (earning === 1 && !isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const client = id_client === undefined ? null : await nameOf(context, 'clients', id_client)
  const driver = id_driver === undefined ? null : await nameOf(context, 'drivers', id_driver)
  const { settings, now } = context
  const zone = String(settings['timezone'] ?? 'UTC')
  const periods = periodsOf(todayIn(zone, now()), Number(settings['week_start']) || 1)
  const whose = [
    sql<boolean>`s.date_deleted is null`,
    serviceScope(context, 's'),
    ...(id_client === undefined ? [] : [sql<boolean>`s.id_client = ${id_client}`]),
    ...(id_driver === undefined ? [] : [sql<boolean>`s.id_driver = ${id_driver}`]),
  ]
  const counted = await count(
    context,
    periods.map((period) => within(period, zone)),
    whose,
    earning === 1 ? 'price_fee' : 'price_total',
  )
  return {
    dash: {
      earning,
      client,
      driver,
      periods: periods.map((period, place) => ({
        id: period.id,
        date_from: period.from,
        date_to: period.to,
        ...counted(place),
      })),
    },
  }
})

/** @throws {AppError} FORBIDDEN, NOT_FOUND */
async function nameOf({ records }: CallContext, resource: string, id: number): Promise<string> {
  const { name, surname } = await records.read(resource, id)
  return [name, surname].filter(Boolean).join(' ')
}

function within({ from, to }: PeriodSpan, zone: string): RawBuilder<boolean> {
  if (from === null || to === null) return sql`true`
  return sql`(s.date_created >= ${dayBounds(from, zone)?.from ?? from}::timestamptz
    and s.date_created < ${dayBounds(to, zone)?.until ?? to}::timestamptz)`
}

type Counted = Omit<SummaryPeriod, 'id' | 'date_from' | 'date_to'>

/** Counts and sums of every period by how services ended. @returns those of a period, by its place */
async function count(
  { db, actor }: CallContext,
  periods: readonly RawBuilder<boolean>[],
  whose: readonly RawBuilder<boolean>[],
  price: 'price_fee' | 'price_total',
): Promise<(place: number) => Counted> {
  // A price that is hidden from the asker in the list is not in the sum either, which says so.
  const shown = isStaff(actor)
    ? sql`true`
    : sql`not exists (select 1 from products p where p.id = s.id_product and p.hide_price)`
  // Nobody pays what a cancelled ride would have cost.
  const amount = sql`case when s.outcome = 'canceled' then ${price === 'price_total' ? sql`s.price_cancel` : sql`0`}
    else ${sql.ref(`s.${price}`)} end`
  const columns = periods.flatMap((period, place) => [
    sql`count(*) filter (where ${period})::integer as ${sql.ref(`n${place}`)}`,
    sql`coalesce(sum(${amount}) filter (where ${period} and ${shown}), 0)::float8 as ${sql.ref(`a${place}`)}`,
    sql`count(*) filter (where ${period} and not ${shown})::integer as ${sql.ref(`h${place}`)}`,
  ])
  const { rows } = await sql<{ readonly outcome: string } & { readonly [column: string]: number }>`
    select s.outcome, ${sql.join(columns)} from services s where ${sql.join(whose, sql` and `)}
    group by s.outcome`.execute(db)
  const of = new Map(rows.map((row) => [row.outcome, row]))
  return (place) => {
    const one = (outcome: SummaryOutcome) =>
      counted(
        of.get(outcome)?.[`n${place}`] ?? 0,
        of.get(outcome)?.[`a${place}`] ?? 0,
        of.get(outcome)?.[`h${place}`] ?? 0,
      )
    const [finalized, on_air, canceled] = [one(OUTCOMES[0]), one(OUTCOMES[1]), one(OUTCOMES[2])]
    const all = [finalized, on_air, canceled]
    return {
      finalized,
      on_air,
      canceled,
      total: counted(added(all, 'count'), added(all, 'amount'), added(all, 'lacking')),
    }
  }
}

interface Sums {
  readonly count: number
  readonly amount: number | null
  readonly lacking?: number
}

/** Where every service hides its amount, there is none: 0 would be one. */
const counted = (count: number, amount: number, lacking: number): Sums => ({
  count,
  amount: lacking > 0 && lacking === count ? null : rounded(amount),
  ...(lacking > 0 && { lacking }),
})

const added = (all: readonly Sums[], of: keyof Sums): number => all.reduce((sum, one) => sum + (one[of] ?? 0), 0)

/** Prices have four decimals at most. */
const rounded = (amount: number): number => Math.round(amount * 1e4) / 1e4

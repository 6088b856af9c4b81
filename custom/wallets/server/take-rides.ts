import { sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError, dayBounds } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { takeRidesCall } from '../model/invoice-calls'

/** Lines of an invoice; a company with more rides gets one for fewer days. */
const MAX_LINES = 300
const DRAFT = '0'
const VOID = '9'

interface Ride { readonly id: number; readonly cents: number; readonly name: string; readonly day: string }

/** What a company owes for, ride by ride: finished on its credit within the days of a draft, or called off with a charge, and on no other invoice. */
export const takeRides = serveCall(takeRidesCall, async (context, { id }) => {
  const { records, say } = context
  const rides = await records.write(async ({ tx, save }) => {
    const invoice = await visible(tx, context, 'invoices').where('id', '=', id).forUpdate()
      .select(({ ref }) => [
        'id_company', 'state', sql<number>`coalesce(${ref('pct_igv')}, 0)::float8`.as('pct_igv'),
        sql<string>`${ref('date_from')}::text`.as('date_from'), sql<string>`${ref('date_to')}::text`.as('date_to'),
      ]).executeTakeFirst()
    if (!invoice?.id_company) throw new AppError('NOT_FOUND')
    if (invoice.state !== DRAFT) throw new AppError('CONFLICT', { say: 'finance.no_draft' })
    // Two drafts that are filled at once: the second does not find what the first has taken.
    await sql`select id from companies where id = ${invoice.id_company} for no key update`.execute(tx)
    const kept = await sql<{ readonly id: number }>`
      select id from invoice_items where id_invoice = ${id} and date_deleted is null order by rank, id`.execute(tx)
    const found = await ridesOf(context, tx, { ...invoice, id_company: invoice.id_company })
    if (found.length === 0) return 0
    if (kept.rows.length + found.length > MAX_LINES) throw new AppError('CONFLICT', { say: 'finance.too_many_rides' })
    const lines = netsOf(found, invoice.pct_igv).map((price, at) => {
      const { id: id_service = 0, name = '' } = found[at] ?? {}
      return { id_service, name: name.slice(0, 160), quantity: '1', price }
    })
    await save('invoices', { id, items: [...kept.rows.map((one) => ({ id: one.id })), ...lines] })
    return found.length
  })
  return { rides, msg: say(rides === 0 ? 'finance.no_rides' : 'finance.rides_taken', { smart_count: rides }) }
})

interface Period { readonly id_company: number; readonly date_from: string; readonly date_to: string }

async function ridesOf({ settings, say }: CallContext, tx: Tx, { id_company, date_from, date_to }: Period): Promise<readonly Ride[]> {
  const zone = String(settings['timezone'] ?? '') || 'UTC'
  const [from, until] = [dayBounds(date_from, zone)?.from, dayBounds(date_to, zone)?.until]
  const { rows } = await sql<Omit<Ride, 'name'> & { readonly who: string; readonly canceled: boolean }>`
    select * from (
      select s.id, s.state = 'canceled' as canceled, coalesce(s.date_finalized, s.date_canceled) as ended,
        to_char(coalesce(s.date_finalized, s.date_canceled) at time zone ${zone}, 'DD/MM') as day,
        round(case when s.state = 'canceled' then coalesce(s.price_cancel, 0) else coalesce(s.price_total, 0) end * 100)::integer as cents,
        coalesce(nullif(s.invited_name, ''), trim(concat(u.name, ' ', u.surname))) as who
      from services s join payment_methods m on m.id = s.id_payment and m.type = 'credit' left join users u on u.id = s.id_client
      where s.id_company = ${id_company} and s.date_deleted is null and s.state in ('finalized', 'canceled')
        and not exists (select 1 from invoice_items i join invoices v on v.id = i.id_invoice
          where i.id_service = s.id and i.date_deleted is null and v.date_deleted is null and v.state <> ${VOID})
    ) as ridden
    where cents > 0 and ended >= ${from}::timestamptz and ended < ${until}::timestamptz
    order by ended, id limit ${MAX_LINES + 1}`.execute(tx)
  return rows.map(({ canceled, who, ...ride }) => ({ ...ride, name: say(canceled ? 'finance.line_canceled' : 'finance.line_ride', { id: ride.id, day: ride.day, who }) }))
}

/** Prices of rides have their tax within them, lines have it below: what the rounding of each leaves goes to the first, so that the whole is what they cost. */
function netsOf(rides: readonly Ride[], pct: number): readonly string[] {
  const net = (cents: number): number => Math.round(cents / (1 + pct / 100))
  const nets = rides.map(({ cents }) => net(cents))
  const rest = net(rides.reduce((sum, { cents }) => sum + cents, 0)) - nets.reduce((sum, one) => sum + one, 0)
  return nets.map((one, at) => ((at === 0 ? one + rest : one) / 100).toFixed(2))
}

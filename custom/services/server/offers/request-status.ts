import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, iso } from '#engine/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { RequestStatus } from '../../model/request-calls'
import { readService } from '../read/read-services'
import { THERE_AT } from '../warnings/warning-rules'
import { readOffers, wire, type ReadOffer } from './read-offers'

/** Where the search of a service stands, read from its rows: polling changes nothing. @throws {AppError} NOT_FOUND */
export async function requestStatus(context: CallContext, id_service: number): Promise<RequestStatus> {
  const item = await readService(context, context.db, id_service)
  const staff = isStaff(context.actor)
  const offers = await readOffers(context, id_service, 2)
  // Users who are not staff see only the driver who has it.
  const [last, before] = staff ? offers : offers.slice(0, 1).filter(({ state }) => state === 'accepted')
  const pending = last?.state === 'pending'
  const left_ms =
    pending && last.date_deadline !== null ? Date.parse(last.date_deadline) - context.now().getTime() : null
  return {
    phase: phaseOf(item, pending),
    // Only staff see the reason a driver gave.
    offer: last ? { ...wire(last), ...(staff ? {} : { reason: null }) } : null,
    left_s: left_ms === null ? null : Math.max(0, Math.ceil(left_ms / 1000)),
    // While the next driver is asked, it says what became of the one before.
    told: pending
      ? before && isOfSearch(before, item)
        ? statusText(context, before)
        : null
      : last
        ? statusText(context, last)
        : null,
    asked: await askedSince(context, item),
    date_arrival: await arrivalOf(context, item),
    item,
  }
}

function phaseOf({ state, keep_searching }: DispatcherService, pending: boolean): RequestStatus['phase'] {
  if (state === 'requested') return pending ? 'requesting' : 'verifying'
  if (state === 'unassigned') return keep_searching === 1 ? 'waiting' : 'not_assigned'
  if (state === 'created' || state === 'scheduled') return 'idle'
  return state === 'finalized' || state === 'canceled' ? 'over' : 'assigned'
}

/** Whether a request belongs to the search that is under way. */
const isOfSearch = ({ date_created }: ReadOffer, { date_requested }: DispatcherService): boolean =>
  date_created !== null && date_requested !== null && Date.parse(date_created) >= Date.parse(date_requested)

/** What became of the last request, in the spec's words. */
function statusText({ say }: CallContext, { state, dr_name, dr_surname }: ReadOffer): string | null {
  const name = [dr_name, dr_surname].filter(Boolean).join(' ')
  if (state === 'accepted') return say('services.told.accepted', { name })
  return state === 'rejected' || state === 'expired' ? say('services.told.not_accepted', { name }) : null
}

async function arrivalOf({ db }: CallContext, { id, state }: DispatcherService): Promise<string | null> {
  if (state !== 'accepted' && state !== 'onway') return null
  const {
    rows: [row],
  } = await sql<{
    readonly date: string | null
  }>`select ${iso('p.there')} as date from (select ${THERE_AT} as there from services s
    where s.id = ${id}) as p`.execute(db)
  return row?.date ?? null
}

async function askedSince({ db }: CallContext, { id, date_requested }: DispatcherService): Promise<number> {
  const row = await living(db, 'service_offers')
    .where('id_service', '=', id)
    .where('date_created', '>=', sql<string>`coalesce(${date_requested}::timestamptz, '-infinity')`)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import type { CallResponse } from '#engine/model'
import { type CallContext, iso, serveCall } from '#engine/server'
import { readFare } from '../../../fares/server'
import { trackedDistance } from '../../../fleet/server'
import { wireLine } from '../../../fares/model'
import type { DispatcherService } from '../../model/dispatcher-service'
import { serviceHistoryCall } from '../../model/history-calls'
import type { RideLeg } from '../../model/handover-call'
import { readLegs } from '../handover/read-legs'
import { canceledOf } from '../read/canceled-of'
import { assertSeesServices } from '../read/may-see'
import { readService } from '../read/read-services'
import { toldFare } from '../read/told-fare'
import { canOf } from './can-of'

type History = CallResponse<typeof serviceHistoryCall>

/**
 * `services/:id/history`: of what staff alone may know the others get nothing.
 * @throws {AppError} FORBIDDEN, NOT_FOUND also outside the asker's scope
 */
export const serviceHistory = serveCall(serviceHistoryCall, async (context, { id }) => {
  const { actor, db } = context
  assertSeesServices(actor)
  const service = await readService(context, db, id)
  const staff = isStaff(actor)
  const [around, lines, legs] = await Promise.all([aroundOf(context, id), logOf(context, id), readLegs(context, id)])
  const {
    price_fee,
    price_driver,
    client_email,
    review,
    review_why,
    date_reviewed,
    reviewer,
    subscription,
    cancel_by,
    cancel_code,
    cancel_reason,
    ...rest
  } = around
  const own = staff
    ? { price_fee, price_driver, client_email, review, review_why, date_reviewed, reviewer, subscription }
    : EMPTY_HISTORY
  return {
    service,
    ...rest,
    ...own,
    canceled: canceledOf(context, service.state, { cancel_by, cancel_code, cancel_reason }),
    is_fee_edited: Number(staff && around.is_fee_edited === 1),
    planned: plannedOf(service, lines),
    driven: drivenInParts(legs) ?? (await drivenOf(context, service)),
    legs,
    fare: service.pr_hide_price === 1 && !staff ? null : await fareOf(context, service, lines),
    custody: staff ? await custodyOf(context, service, lines) : [],
    ...canOf(context, service, around.review),
  }
})

const EMPTY_HISTORY = {
  price_fee: null,
  price_driver: null,
  client_email: null,
  review: null,
  review_why: null,
  date_reviewed: null,
  reviewer: null,
  subscription: null,
}

const fullName = (alias: string) =>
  sql<string | null>`nullif(concat_ws(' ', ${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.surname`)}), '')`

async function aroundOf({ db }: CallContext, id: number) {
  return living(db, 'services as s')
    .where('s.id', '=', id)
    .leftJoin('company_cecos as cc', 'cc.id', 's.id_company_ceco')
    .leftJoin('tarifs as ta', 'ta.id', 's.id_tarif')
    .leftJoin('subscriptions as su', 'su.id', 's.id_subscription')
    .leftJoin('users as re', 're.id', 's.id_user_reviewed')
    .leftJoin('users as cl', 'cl.id', 's.id_client')
    .select(({ ref }) => [
      'cc.name as cost_center',
      'ta.name as tariff',
      'su.name as subscription',
      's.id_service_cloned as cloned_from',
      'cl.email as client_email',
      sql<number | null>`${ref('s.price_fee')}::float8`.as('price_fee'),
      sql<number | null>`${ref('s.price_driver')}::float8`.as('price_driver'),
      sql<0 | 1>`coalesce(${ref('s.is_fee_edited')}, false)::int`.as('is_fee_edited'),
      's.review',
      's.review_why',
      's.cancel_by',
      's.cancel_code',
      's.cancel_reason',
      iso('s.date_reviewed').as('date_reviewed'),
      fullName('re').as('reviewer'),
    ])
    .executeTakeFirstOrThrow()
}

/** A line of the service's activity. */
interface Line {
  readonly type_log: string
  readonly date: string
  readonly by: string | null
  readonly note: string | null
  readonly changes: {
    readonly [field: string]:
      | { readonly from?: unknown; readonly to?: unknown; readonly from_text?: string; readonly to_text?: string }
      | undefined
  } | null
}

/** More changes of driver than these are nobody's to read. */
const MAX_LINES = 200

/** The lines of the log in which the driver changed, or that ended the ride, the first one first. */
async function logOf({ db }: CallContext, id: number): Promise<readonly Line[]> {
  const { rows } = await sql<Line>`
    select l.type_log, ${iso('l.date_created')} as date, ${fullName('u')} as by, l.note, l.changes from logs l
    left join users u on u.id = l.id_user
    where l.target = 'services' and l.id_target = ${id} and (l.type_log = 'service_finalize' or l.changes ? 'id_driver')
    order by l.id limit ${MAX_LINES}`.execute(db)
  return rows
}

const numberFrom = (value: unknown): number | null =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value)

/** As agreed: where the end wrote other figures, those before it. */
function plannedOf({ distance, duration }: DispatcherService, lines: readonly Line[]): History['planned'] {
  const end = lines.find(({ type_log }) => type_log === 'service_finalize')?.changes
  return {
    distance: numberFrom(end?.['distance']?.from) ?? distance,
    duration: numberFrom(end?.['duration']?.from) ?? duration,
  }
}

/** With the passenger aboard, by all who drove them; null: one driver did. */
function drivenInParts(legs: readonly RideLeg[]): History['driven'] {
  if (legs.length === 0) return null
  const sum = (of: 'distance' | 'duration'): number => legs.reduce((all, leg) => all + (leg[of] ?? 0), 0)
  return { distance: sum('distance'), duration: sum('duration') }
}

async function drivenOf(
  { db }: CallContext,
  { id_driver, date_started, date_finalized, date_canceled }: DispatcherService,
): Promise<History['driven']> {
  if (id_driver === null || date_started === null) return null
  const until = date_finalized ?? date_canceled
  const tracked = await trackedDistance(db, {
    id_driver,
    from: new Date(date_started),
    until: until === null ? null : new Date(until),
  })
  return tracked && { distance: tracked.distance_m, duration: tracked.duration_s }
}

async function fareOf(
  { db }: CallContext,
  service: DispatcherService,
  lines: readonly Line[],
): Promise<History['fare']> {
  const { id_fare, id_tarif } = service
  const stored = id_fare === null ? null : await readFare(db, id_fare)
  if (!stored || id_fare === null) return null
  const told = toldFare(service, stored)
  const before = lines.find(({ type_log }) => type_log === 'service_finalize')?.changes?.['price_total']?.from
  return { id: id_fare, id_tarif, ...told, lines: told.lines.map(wireLine), agreed: numberFrom(before) }
}

/** Who had the service, by its log; a ride from before the log kept drivers has the one who took it. */
async function custodyOf(
  { db }: CallContext,
  { id_driver, dr_name, dr_surname, date_accepted }: DispatcherService,
  lines: readonly Line[],
): Promise<History['custody']> {
  const changed = lines.filter(({ changes }) => changes?.['id_driver'] !== undefined)
  if (changed.length === 0) {
    return id_driver === null || date_accepted === null
      ? []
      : [
          {
            date: date_accepted,
            verb: 'service_accept',
            by: null,
            note: null,
            id_driver,
            dr_name: [dr_name, dr_surname].filter(Boolean).join(' ') || null,
            was_id_driver: null,
            was_dr_name: null,
          },
        ]
  }
  const ids = [
    ...new Set(
      changed
        .flatMap(({ changes }) => [changes?.['id_driver']?.from, changes?.['id_driver']?.to])
        .map(numberFrom)
        .filter((id) => id !== null),
    ),
  ]
  const named = await living(db, 'users as u')
    .where('u.id', 'in', ids.length > 0 ? ids : [0])
    .select(['u.id', fullName('u').as('name')])
    .execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return changed.map(({ date, type_log, by, note, changes }) => {
    const [was, is] = [numberFrom(changes?.['id_driver']?.from), numberFrom(changes?.['id_driver']?.to)]
    return {
      date,
      verb: type_log,
      by,
      note,
      id_driver: is,
      dr_name: is === null ? null : (changes?.['id_driver']?.to_text ?? names.get(is) ?? null),
      was_id_driver: was,
      was_dr_name: was === null ? null : (changes?.['id_driver']?.from_text ?? names.get(was) ?? null),
    }
  })
}

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, dateText, type JsonObject, todayIn, wrong } from '#engine/model'
import type { CallContext, Hooks, Tx } from '#engine/server'
import { distance_m } from '../../../geometry/model'
import type { WidgetPlace } from '../../model/booking-item'

/** Without letters that look like others: it is read out on telephones. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LETTERS = 12
/** What is this near to a place is at it. */
const AT_M = 200

/** A voucher that holds today. */
export interface Voucher {
  readonly id: number
  readonly code: string
  readonly name: string
  /** Whose ride it is in the company's books. */
  readonly id_client: number
  readonly company: string
  readonly valid_from: string
  readonly valid_to: string
  readonly max_amount: number
  readonly max_rides: number
  readonly place: { readonly name: string; readonly lat: number; readonly lng: number } | null
}

/** A code that nobody guesses: `K7QM-2XWP-9RTA`. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Each gets its code when it is made, and is booked in the name of somebody of its company. */
export const voucherHooks: Hooks = {
  entity: 'vouchers',
  async beforeSave(_context, data, before): Promise<JsonObject> {
    return before === null ? { ...data, code: newCode() } : data
  },
}

const zoneOf = (settings: JsonObject): string => String(settings['timezone'] ?? '') || 'UTC'

type Clocked = Pick<CallContext, 'now' | 'settings'>

/** @throws {AppError} VALIDATION at `voucher`, alike for a code that is unknown, switched off or over */
export async function voucherOf(
  { db, settings, now }: Clocked & Pick<CallContext, 'db'>,
  typed: string,
): Promise<Voucher> {
  const code = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-')
  const row = await living(db, 'vouchers as v')
    .where('v.code', '=', code)
    .where('v.state', '=', '1')
    .innerJoin('companies as c', 'c.id', 'v.id_company')
    .where('c.state', '=', '1')
    .where('c.date_deleted', 'is', null)
    .innerJoin('users as u', 'u.id', 'v.id_client')
    .whereRef('u.id_company', '=', 'v.id_company')
    .where('u.date_deleted', 'is', null)
    .where('u.state', '=', '1')
    .leftJoin('locations as l', (join) => join.onRef('l.id', '=', 'v.id_location').on('l.date_deleted', 'is', null))
    .select(({ ref }) => [
      'v.id',
      'v.code',
      'v.name',
      'v.id_client',
      'c.name as company',
      'v.max_rides',
      'v.id_location',
      'l.name as place',
      sql<string>`${ref('v.valid_from')}::text`.as('valid_from'),
      sql<string>`${ref('v.valid_to')}::text`.as('valid_to'),
      sql<number>`${ref('v.max_amount')}::float8`.as('max_amount'),
      sql<number | null>`(${ref('l.point')})[1]::float8`.as('lat'),
      sql<number | null>`(${ref('l.point')})[0]::float8`.as('lng'),
    ])
    .executeTakeFirst()
  const unknown = wrong('voucher', 'vouchers.unknown')
  if (!row || row.id_client === null || todayIn(zoneOf(settings), now()) > row.valid_to) throw unknown
  const { id_location, lat, lng, place, ...voucher } = row
  // A place that is gone allows nothing: the voucher is for rides there.
  if (id_location !== null && (lat === null || lng === null)) throw unknown
  return {
    ...voucher,
    id_client: row.id_client,
    code: row.code ?? '',
    name: row.name ?? '',
    company: row.company ?? '',
    max_rides: Number(row.max_rides ?? 0),
    place: lat === null || lng === null ? null : { name: place ?? '', lat, lng },
  }
}

interface Trip {
  readonly org: WidgetPlace
  readonly dst: WidgetPlace
  readonly dates: readonly (string | null)[]
}

/** Its days and its place. @throws {AppError} VALIDATION at `date_start`, `date_return` or `org` */
export function assertTrip(
  { valid_from, valid_to, place }: Voucher,
  { org, dst, dates }: Trip,
  { now, settings }: Clocked,
): void {
  dates.forEach((date, i) => {
    const day = todayIn(zoneOf(settings), date === null ? now() : new Date(date))
    if (day >= valid_from && day <= valid_to) return
    throw wrong(i === 0 ? 'date_start' : 'date_return', 'vouchers.days', {
      from: dateText(valid_from),
      to: dateText(valid_to),
    })
  })
  if (place === null) return
  const isThere = [org, dst].some(({ lat, lng }) => distance_m([place.lat, place.lng], [lat, lng]) <= AT_M)
  if (!isThere) throw wrong('org', 'vouchers.place', { place: place.name })
}

/** How many rides of it are not called off. */
async function usesOf(db: CallContext['db'] | Tx, id: number): Promise<number> {
  const used = await living(db, 'services')
    .where('id_voucher', '=', id)
    .where('state', '<>', 'canceled')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(used.n)
}

/** @throws {AppError} VALIDATION at `voucher`: all its rides are taken */
export async function assertLeft(db: CallContext['db'], { id, max_rides }: Voucher): Promise<void> {
  if ((await usesOf(db, id)) >= max_rides) throw wrong('voucher', 'vouchers.used_up')
}

/**
 * What a voucher pays, once its rides stand in the transaction: of several bookings at once the last ones are too many.
 * @throws {AppError} VALIDATION at `voucher`
 */
export async function assertPays(
  tx: Tx,
  { id, max_amount, max_rides }: Voucher,
  services: readonly number[],
): Promise<void> {
  await living(tx, 'vouchers').where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst()
  if ((await usesOf(tx, id)) > max_rides) throw wrong('voucher', 'vouchers.used_up')
  const dear = await living(tx, 'services')
    .where('id', 'in', services)
    .where(sql<boolean>`price_total > ${max_amount}`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (dear) throw wrong('voucher', 'vouchers.over_amount')
}

/** The company's own person, in whose name a guest rides. @throws {AppError} VALIDATION at `voucher` */
export async function hostOf(context: CallContext, { id_client }: Voucher): Promise<CallContext> {
  const host = await context.inTheNameOf(id_client)
  if (!host) throw new AppError('VALIDATION', { errors: { voucher: { key: 'vouchers.unknown' } } })
  const { say, origin, network, actor } = context
  return { ...host, say, origin, network, actor: { ...host.actor, language: actor.language } }
}

/** How companies pay. @throws {AppError} VALIDATION at `voucher` */
export async function creditOf({ db }: CallContext): Promise<number> {
  const row = await living(db, 'payment_methods')
    .where('type', '=', 'credit')
    .where('state', '=', '1')
    .select('id')
    .orderBy('rank')
    .orderBy('id')
    .executeTakeFirst()
  if (!row) throw wrong('voucher', 'vouchers.no_credit')
  return row.id
}

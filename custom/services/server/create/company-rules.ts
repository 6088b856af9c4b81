import { sql } from 'kysely'
import { living } from '#app/tables'
import { weekText, wrong, type JsonObject, type Span } from '#engine/model'
import type { CallContext, Db } from '#engine/server'
import { opensAt } from '../../../fares/model'
import { ringOf } from '../../../fares/server'
import { type LatLng, zoneIndex } from '../../../geometry/model'
import type { ServiceInput } from '../../model/service-input'
import { REASON_ASKED, type ReasonAsked } from '../../model/trip-reason'

/** One rule of a company: when, and where. */
interface Bounds {
  /** Empty: at all hours. */
  readonly hours: readonly Span[]
  /** Fewer than three corners: everywhere. */
  readonly area: readonly LatLng[]
  /** Of the stops, how many are within the area: each, or the first or the last. */
  readonly area_ends: 'all' | 'one'
}

/** What a company lets its people do, as its administrator has set it. */
export interface CompanyRules {
  /** Each of them holds. */
  readonly bounds: readonly Bounds[]
  /** The strictest of them. */
  readonly trip_reason: ReasonAsked
}

/** All rules of a client's company hold; who has none, or whose company set none, is free. */
export async function companyRules(db: Db, id_company: number | null): Promise<CompanyRules> {
  const rows =
    id_company === null
      ? []
      : await living(db, 'company_rules')
          .where('id_company', '=', id_company)
          .orderBy('id')
          .select(['area', 'area_ends', 'trip_reason', sql<string | null>`hours::text`.as('hours_text')])
          .execute()
  const asked =
    rows
      .map(({ trip_reason }) => trip_reason ?? '0')
      .toSorted()
      .at(-1) ?? '0'
  return {
    bounds: rows.map(({ area, area_ends, hours_text }) => ({
      hours: hours_text === null ? [] : (JSON.parse(hours_text) as readonly Span[]),
      area: ringOf(area),
      area_ends: area_ends === 'one' ? 'one' : 'all',
    })),
    trip_reason: REASON_ASKED[asked] ?? 'none',
  }
}

type Trip = Pick<ServiceInput, 'stops'> & {
  /** ISO 8601 UTC; null: now. */
  readonly dates: readonly (string | null)[]
}

type Clocked = Pick<CallContext, 'actor' | 'now' | 'settings'>

/**
 * Whether a company lets its people ride then and there. The one place for console, widget, clients' own page, imports
 * and bots.
 * @throws {AppError} VALIDATION at the date or at the stop
 */
export function assertCompanyRules(clocked: Clocked, { bounds }: CompanyRules, { dates, stops }: Trip): void {
  for (const one of bounds) {
    assertHours(clocked, one, dates)
    assertWithinArea(one, stops)
  }
}

function assertHours({ actor, now, settings }: Clocked, { hours }: Bounds, dates: Trip['dates']): void {
  dates.forEach((date, i) => {
    if (opensAt(hours, date ?? now().toISOString(), zoneOf(settings))) return
    const field = date === null ? 'scheduled' : `scheduled_dates.${i}`
    throw wrong(field, 'services.company_hours', { hours: weekText(hours, actor.language) })
  })
}

const zoneOf = (settings: JsonObject): string => String(settings['timezone'] ?? '') || 'UTC'

function assertWithinArea({ area, area_ends }: Bounds, stops: ServiceInput['stops']): void {
  if (area.length < 3) return
  const zone = zoneIndex([{ id: 0, ring: area }])
  const outside = stops.map(({ lat, lng }) => zone.at([lat, lng]) === null)
  if (area_ends === 'all') {
    const first = outside.indexOf(true)
    if (first !== -1) throw wrong(`stops.${first}.address`, 'services.company_area')
  } else if (outside[0] === true && outside.at(-1) === true) {
    throw wrong('stops.0.address', 'services.company_area_one')
  }
}

/**
 * The reason of a trip as it is kept: none where the company does not ask.
 * @throws {AppError} VALIDATION at `trip_reason`
 */
export function tripReason({ trip_reason: asked }: CompanyRules, said: string | null | undefined): string | null {
  const reason = said?.trim() || null
  if (asked === 'required' && reason === null) throw wrong('trip_reason', 'services.trip_reason')
  return asked === 'none' ? null : reason
}

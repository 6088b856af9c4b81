import type { Fare, FareStop, FareTrip } from '../../custom/fares/model/fare'
import type { FareTerms, HighDemandTerms, PromotionTerms, TarifTerms } from '../../custom/fares/model/fare-terms'

/** 4.00 to start, 1.20 a kilometre, 0.30 a minute; nothing else costs anything. */
export const TARIF: TarifTerms = {
  id: 1,
  name: 'Urbana',
  type: '1',
  price_base: 4,
  price_minimal: 0,
  km_minimal: 0,
  price_km: 1.2,
  price_minute: 0.3,
  use_ranges: false,
  ranges: [],
  price_wait: 0,
  wait_every: 1,
  courtesy_wait_time: 0,
  price_pause: 0,
  price_parking: 0,
  price_courier: 0,
  pct_return: 100,
  service_fee_type: '0',
  service_fee_amount: 0,
  service_fee_minimal: 0,
  price_cancel: 0,
  high_demands: true,
}

export const TERMS: FareTerms = {
  currency: 'PEN',
  exponent: 2,
  decimals_round: 2,
  unit_m: 1000,
  tax: { pct: 18, included: true },
  tarif: TARIF,
  zone_price: null,
  product: null,
  high_demands: [],
  promotion: null,
  subscription: null,
}

/** 5 km in 10 minutes, on a Friday at 08:30 in Lima: 4.00 + 6.00 + 3.00 = 13.00. */
export const TRIP: FareTrip = {
  distance_m: 5000,
  duration_s: 600,
  date: '2026-11-20T13:30:00.000Z',
  timezone: 'America/Lima',
  zone_from: null,
  zone_to: null,
  stops: [],
  pauses: [],
  tolls: [],
  capacity_1: 1,
  is_return: false,
  price_edited: null,
  id_branch: 1,
}

export const STOP: FareStop = { wait_s: 0, parking: false, courier: false }

export const RUSH: HighDemandTerms = {
  id: 1,
  name: 'Hora punta',
  id_branch: null,
  flat: false,
  amount: 10,
  days: 'all',
  time_from: '07:00',
  time_to: '10:00',
  valid_from: null,
  valid_to: null,
}

export const PROMOTION: PromotionTerms = { id: 1, code: 'HOLA', type_benefit: '1', amount: 20, max_amount: null }

export const PAIR = { id: 9, name: 'Centro → Norte', amount: 18 }
export const SHARED = { id: 3, name: 'Compartido', capacity_1: 4, for_shared_service: true }

/** One fare of the golden table. What is not said is as above. */
export interface GoldenFare {
  readonly name: string
  readonly tarif?: Partial<TarifTerms>
  readonly terms?: Partial<FareTerms>
  readonly trip?: Partial<FareTrip>
  /** `rule amount`, minor units, in order. */
  readonly lines: readonly string[]
  readonly total: number
  readonly tax?: number
  readonly fee?: number
  readonly driver?: number
}

export const termsOf = ({ tarif, terms }: Pick<GoldenFare, 'tarif' | 'terms'>): FareTerms => ({
  ...TERMS,
  ...terms,
  tarif: { ...TARIF, ...tarif },
})

export const tripOf = ({ trip }: Pick<GoldenFare, 'trip'>): FareTrip => ({ ...TRIP, ...trip })

export const linesOf = ({ lines }: Fare): string[] => lines.map(({ rule, amount }) => `${rule} ${amount}`)

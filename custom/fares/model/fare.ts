import type { FareTerms } from './fare-terms'

/** What a trip costs by one version of a tariff: the lines add up to the total, exactly. */
export interface Fare {
  /** ISO 4217. */
  readonly currency: string
  /** Decimals of its minor unit (PEN 2, CLP 0, KWD 3); every amount here is an integer of them. */
  readonly exponent: number
  readonly lines: readonly FareLine[]
  readonly total: number
  /** The tax within the total; where prices exclude tax, it is a line as well. */
  readonly tax: { readonly pct: number; readonly amount: number; readonly included: boolean }
  /**
   * What the house keeps and what the driver gets; together the total without any tax that does not go to the driver.
   */
  readonly price_fee: number
  readonly price_driver: number
}

export type LineKind =
  | 'base'
  | 'distance'
  | 'time'
  | 'zones'
  | 'fixed'
  | 'minimum'
  | 'capacity'
  | 'return'
  | 'edited'
  | 'wait'
  | 'courier'
  | 'high_demand'
  | 'promotion'
  | 'pause'
  | 'parking'
  | 'toll'
  | 'service_fee'
  | 'tax'
  | 'cancel'
  /** What a kept total comes to beyond its kept lines; no computed fare has it. */
  | 'other'

/** One line, rounded once. */
export interface FareLine {
  readonly kind: LineKind
  /** Minor units; a promotion's is negative. */
  readonly amount: number
  /** i18n key below `fares.rules.` of the sentence that explains the line, filled with `inputs`. */
  readonly rule: string
  /** The figures used, in the units people read (km or mi, minutes, currency units, per cent). */
  readonly inputs: { readonly [name: string]: string | number }
  /** What a percentage was taken of: kinds of lines before it, and their sum in minor units. */
  readonly base?: { readonly of: readonly LineKind[]; readonly amount: number }
  /** The row that produced it (a tariff, a range, a price between zones, a toll ...). */
  readonly source: { readonly entity: string; readonly id: number; readonly name: string } | null
}

/** The facts of a trip. Distances in metres, durations in seconds, money in the currency's units as the wire has it. */
export interface FareTrip {
  readonly distance_m: number
  readonly duration_s: number
  /** When it starts, ISO 8601 UTC; high demand is checked in `timezone` (IANA). */
  readonly date: string
  readonly timezone: string
  /** Zones of the tariff in which it starts and ends; null: in none. */
  readonly zone_from: number | null
  readonly zone_to: number | null
  readonly stops: readonly FareStop[]
  /** `row`: the row of the service's own pauses and tolls that it stands for. */
  readonly pauses: readonly { readonly minutes: number; readonly price: number | null; readonly row?: number }[]
  readonly tolls: readonly {
    readonly id: number | null
    readonly name: string
    readonly price: number
    readonly row?: number
  }[]
  /** People or places requested, and how many the product has. */
  readonly capacity_1: number
  readonly is_return: boolean
  /** Price of the run that an operator entered instead of the computed one. */
  readonly price_edited: number | null
  /** Branch of the trip, for surcharges of one branch. */
  readonly id_branch: number | null
}

export interface FareStop {
  readonly wait_s: number
  /** True: at the tariff's price; a number: the amount paid. */
  readonly parking: boolean | number
  /** A delivery is handed over here. */
  readonly courier: boolean
}

/**
 * Computes a fare; the same arguments always give the same fare.
 * @throws nothing: anomalies are reported by lines, never by NaN
 */
export type ComputeFare = (terms: FareTerms, trip: FareTrip) => Fare

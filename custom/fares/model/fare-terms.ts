/**
 * Everything a fare depends on in addition to the trip, as it was at one moment; stored with a fare, so that it can be
 * recomputed years later. Money in the currency's units (decimals as the wire has them), distances in `unit_m`.
 */
export interface FareTerms {
  readonly currency: string
  readonly exponent: number
  /** Decimals to which a line is rounded, at most `exponent`. */
  readonly decimals_round: number
  /** Metres of the company's unit of distance: 1000 or 1609.344. */
  readonly unit_m: number
  readonly tax: { readonly pct: number; readonly included: boolean }
  readonly tarif: TarifTerms
  /** Price between the two zones of the trip, where the tariff has one. */
  readonly zone_price: { readonly id: number; readonly name: string; readonly amount: number } | null
  readonly product: {
    readonly id: number
    readonly name: string
    readonly capacity_1: number
    readonly for_shared_service: boolean
  } | null
  /** Active surcharges that could apply; the time decides. */
  readonly high_demands: readonly HighDemandTerms[]
  readonly promotion: PromotionTerms | null
  readonly subscription: {
    readonly id: number
    readonly name: string
    readonly fee_amount: number
    readonly fee_percentage: number
  } | null
}

export interface TarifTerms {
  readonly id: number
  readonly name: string
  /** '1' distance and time, '2' zones, '3' fixed, '4' courier. */
  readonly type: string
  readonly price_base: number
  readonly price_minimal: number
  readonly km_minimal: number
  readonly price_km: number
  readonly price_minute: number
  readonly use_ranges: boolean
  readonly ranges: readonly {
    readonly id: number
    readonly measure: 'km' | 'min'
    readonly from: number
    readonly price: number
  }[]
  readonly price_wait: number
  /** Minutes. */
  readonly wait_every: number
  readonly courtesy_wait_time: number
  readonly price_pause: number
  readonly price_parking: number
  readonly price_courier: number
  readonly pct_return: number
  /** '0' per cent, '1' fixed. */
  readonly service_fee_type: string
  readonly service_fee_amount: number
  readonly service_fee_minimal: number
  readonly price_cancel: number
  readonly high_demands: boolean
}

export interface HighDemandTerms {
  readonly id: number
  readonly name: string
  readonly id_branch: number | null
  readonly flat: boolean
  readonly amount: number
  /** 'all', 'weekdays', 'weekend' or a day, 0 Sunday to 6 Saturday: the day on which the window begins. */
  readonly days: string
  /** `HH:MM`; an end at or before the start is on the next day. */
  readonly time_from: string
  readonly time_to: string
  /** Calendar dates on which windows begin, both included; null: open. */
  readonly valid_from: string | null
  readonly valid_to: string | null
}

export interface PromotionTerms {
  readonly id: number
  readonly code: string
  /** '1' per cent, '2' amount. */
  readonly type_benefit: string
  readonly amount: number
  readonly max_amount: number | null
}

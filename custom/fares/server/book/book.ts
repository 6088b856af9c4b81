import type { Span } from '#engine/model'
import type { Area, CrossingIndex, LatLng, ZoneIndex } from '../../../geometry/model'
import type { HighDemandTerms, TarifTerms } from '../../model/fare-terms'

/**
 * What prices are made of, as it was at one moment: small catalogues, read together and kept until one of them changes.
 */
export interface FareBook {
  readonly tarifs: ReadonlyMap<number, BookTarif>
  /** Active, in their order. */
  readonly products: readonly BookProduct[]
  /** The products a company may use, by company; a company without any entry may use every product. */
  readonly companies: ReadonlyMap<number, readonly CompanyProduct[]>
  readonly high_demands: readonly HighDemandTerms[]
  readonly tolls: CrossingIndex<BookToll>
  readonly branches: readonly BookBranch[]
  readonly covered: ZoneIndex<Area>
  readonly subscriptions: ReadonlyMap<number, BookSubscription>
  /** Types of the active payment methods. */
  readonly payments: ReadonlyMap<number, string>
  /** Zones and prices of a tariff; read when they are first asked for. */
  readonly zonesOf: (id_tarif: number) => Promise<TarifZones>
  /** Kept with the book, for what is derived from it. */
  readonly versions: Map<string, Promise<number>>
}

export interface BookTarif {
  readonly terms: TarifTerms
  readonly state: string
  readonly id_branch: number | null
  readonly allow_edit_price_on_dispatcher: boolean
  readonly keep_initial: boolean
}

export interface BookProduct {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly id_tarif: number
  readonly id_branch: number | null
  readonly hide_price: boolean
  /** Clients of no company do not have it. */
  readonly for_companies: boolean
  readonly capacity_1: number
  readonly for_shared_service: boolean
  readonly allow_service_inmediate: boolean
  readonly allow_service_scheduled: boolean
  readonly allow_stop_contact: boolean
  readonly accept_return: boolean
  /** Minutes. */
  readonly min_time_to_schedule: number
  /** Kilometres. */
  readonly radius_of_request: number | null
  /** By the local time of the branch; empty: always. */
  readonly hours: readonly Span[]
  readonly business: { readonly name: string; readonly icon: string | null } | null
}

export interface CompanyProduct {
  readonly id_product: number
  readonly id_tarif: number | null
}

export interface BookToll extends Area {
  readonly name: string
  readonly price: number
  readonly id_branch: number | null
}

export interface BookBranch {
  readonly id: number
  readonly name: string
  readonly point: LatLng | null
  readonly timezone: string | null
  readonly hasArea: boolean
}

export interface BookSubscription {
  readonly id: number
  readonly name: string
  readonly id_tarif: number | null
  readonly fee_amount: number
  readonly fee_percentage: number
}

export interface TarifZone extends Area {
  readonly name: string
}

/** A price from one zone to another; without an amount there is no row for it here. */
interface ZonePair {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly amount: number
}

export interface TarifZones {
  readonly zones: readonly TarifZone[]
  readonly prices: readonly ZonePair[]
  readonly index: ZoneIndex<TarifZone>
}

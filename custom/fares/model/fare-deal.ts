import type { FareCurrency } from './fare-currency'
import type { FareTrip } from './fare'
import type { FareTerms, TarifTerms } from './fare-terms'

/** What a fare is based on in addition to its tariff's version: sealed in a quote's token, stored with a fare. */
export interface FareDeal {
  readonly id_tarif: number
  readonly id_product: number | null
  readonly id_branch: number | null
  readonly id_client: number | null
  readonly id_company: number | null
  readonly id_payment: number | null
  readonly product: FareTerms['product']
  readonly high_demands: FareTerms['high_demands']
  readonly promotion: FareTerms['promotion']
  /** The fare that granted the promotion; this price is valid only as its replacement. Absent: any fare may use it. */
  readonly replaces?: number
  readonly subscription: FareTerms['subscription']
  readonly trip: FareTrip
  readonly stops: readonly DealStop[]
}

interface DealStop {
  readonly lat: number
  readonly lng: number
  readonly address: string
}

/** A version of a tariff: all of it, with its zones, their prices and the company's facts at that time. */
export interface VersionContent extends FareCurrency {
  readonly tarif: TarifTerms
  readonly zones: readonly {
    readonly id: number
    readonly name: string
    readonly ring: readonly (readonly [lat: number, lng: number])[]
  }[]
  readonly prices: readonly {
    readonly id: number
    readonly from: number
    readonly to: number
    readonly amount: number
  }[]
}

/** The terms of a fare: the content of the version, and what was agreed in addition to it. */
export function termsOf(content: VersionContent, deal: FareDeal): FareTerms {
  const { zones: _zones, prices: _prices, ...version } = content
  const { product, high_demands, promotion, subscription, trip } = deal
  return { ...version, zone_price: zonePrice(content, trip), product, high_demands, promotion, subscription }
}

function zonePrice({ zones, prices }: VersionContent, { zone_from, zone_to }: FareTrip): FareTerms['zone_price'] {
  if (zone_from === null || zone_to === null) return null
  const price = prices.find(({ from, to }) => from === zone_from && to === zone_to)
  if (!price) return null
  const nameOf = (id: number): string => zones.find((zone) => zone.id === id)?.name ?? String(id)
  return { id: price.id, name: `${nameOf(zone_from)} → ${nameOf(zone_to)}`, amount: price.amount }
}

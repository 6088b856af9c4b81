import type { Actor } from '#engine/model'
import type { DemoContext } from '#engine/server'
import { groundOf, price, priceBy } from '../../fares/server'
import type { Fare } from '../../fares/model/fare'
import type { DemoStop } from '../model/trips'

export interface RideAsked {
  readonly stops: readonly DemoStop[]
  readonly id_client: number
  readonly id_product: number
  readonly id_payment: number
  readonly date: string
  /** Seconds waited at the origin. */
  readonly wait_s: number
}

export interface PricedRide {
  readonly id_branch: number | null
  readonly id_tarif: number
  readonly id_tarif_version: number
  readonly fare: Fare
  readonly deal: object
  readonly distance: number
  readonly duration: number
  readonly polyline: string
}

/** Prices rides as the dispatcher does, as one of the house's people. @returns a function that prices one ride */
export async function ridePricer(demo: DemoContext, operator: number): Promise<(asked: RideAsked) => Promise<PricedRide>> {
  const { model, database: { db, transaction } } = demo
  const settings = await demo.settings()
  const facts = { id: operator, root: true, operator: true, corporate: false, language: 'es', id_company: null, id_branch: null }
  const actor: Actor = { id: operator, root: true, operator: true, corporate: false, language: 'es', id_company: null, id_branches: null, rights: {}, facts }
  const context = { actor, model, db, transaction, settings, now: () => new Date(), say: (key: string) => key }
  return async ({ stops, id_client, id_product, id_payment, date, wait_s }) => {
    const asked = { id_client, id_product, id_payment, date_scheduled: date, stops: stops.map((stop, index) => ({ ...stop, wait_s: index === 0 ? wait_s : 0 })) }
    const ground = await groundOf(context, asked)
    const by = await priceBy(context, ground, asked)
    const { fare, deal, version } = await price(context, ground, by)
    const { distance_m, duration_s, polyline } = ground.way
    return {
      id_branch: ground.branch?.id ?? null, id_tarif: by.tarif.terms.id, id_tarif_version: await version.id(),
      fare, deal, distance: distance_m, duration: duration_s, polyline,
    }
  }
}

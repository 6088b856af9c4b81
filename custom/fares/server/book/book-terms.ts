import type { FareTerms } from '../../model/fare-terms'
import type { BookProduct, BookSubscription } from './book'

/** The part of a product that a fare depends on. */
export const productTerms = (product: BookProduct | null): FareTerms['product'] =>
  product && {
    id: product.id,
    name: product.name,
    capacity_1: product.capacity_1,
    for_shared_service: product.for_shared_service,
  }

/** The part of a driver's subscription that a fare depends on. */
export const subscriptionTerms = (subscription: BookSubscription | null): FareTerms['subscription'] =>
  subscription && {
    id: subscription.id,
    name: subscription.name,
    fee_amount: subscription.fee_amount,
    fee_percentage: subscription.fee_percentage,
  }

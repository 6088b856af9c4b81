import type { Db, InboundRequest, Tx } from '#engine/server'
import { testGateway } from './test-gateway'

/** What a provider is asked to charge. Amounts are in the currency's units. */
export interface Charge {
  readonly amount: number
  readonly currency: string
  /** ISO 8601 UTC. */
  readonly expires: string
}

/** Payments of one kind of provider. Its word is an event alone: what became of a charge is always asked of it again. */
export interface Gateway {
  /** @returns the provider's id of it */
  create(tx: Tx, charge: Charge): Promise<string>
  /** Where a charge is paid. */
  linkOf(origin: string, provider_id: string): string
  fetch(tx: Tx, provider_id: string): Promise<{ readonly state: 'pending' | 'paid' | 'failed'; readonly amount: number } | null>
  /** Gives an amount back; the same key gives it once. */
  refund(tx: Tx, provider_id: string, amount: number): Promise<void>
  /** The event of a signed call; null: it is not the provider's, or too old. */
  verify(db: Db, request: Pick<InboundRequest, 'header' | 'body'>, now: Date): Promise<{ readonly event: string; readonly provider_id: string } | null>
}

/** By the type of `payment_gateways`; one that is not here charges nothing, and is offered to nobody. */
export const GATEWAYS: { readonly [type: string]: Gateway } = { test: testGateway }

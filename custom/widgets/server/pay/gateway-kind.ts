import type { Database, Db, InboundRequest } from '#engine/server'

/** The way to one row of `payment_gateways`, its keys open. Nothing here is called within a transaction of ours. */
export interface Access {
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly id: number
  /** Without a slash at its end; null: the provider's own. */
  readonly base_url: string | null
  readonly public_key: string | null
  readonly secret_key: string | null
  /** What its events are signed with. */
  readonly webhook_key: string | null
  readonly username: string | null
  readonly sandbox: boolean
  readonly now: Date
}

/** What a provider is asked to charge. */
export interface Charge {
  /** Ours of this charge, unguessable; asked for again with the same, it is one charge. */
  readonly reference: string
  /** In the currency's units. */
  readonly amount: number
  readonly currency: string
  /** ISO 8601 UTC. */
  readonly expires: string
  /** What is paid, in the payer's language. */
  readonly title: string
  readonly payer: {
    readonly name: string
    readonly surname: string
    readonly email: string
    readonly phone: string
    readonly language: string | null
  }
  /** Public address of this server. */
  readonly origin: string
}

export interface Opened {
  /** The provider's id of it. */
  readonly provider_id: string
  /** Where it is paid. */
  readonly link: string
}

/** A charge of ours, as far as we know it. */
export interface KnownCharge {
  readonly reference: string
  readonly provider_id: string
  /** The provider's id of what was paid, where that is another. */
  readonly paid_id: string | null
}

/** What a provider says of a charge. */
export interface Charged {
  readonly state: 'pending' | 'paid' | 'failed'
  readonly amount: number
  readonly currency: string
  readonly paid_id: string | null
}

/** A payment too many. */
export interface Double {
  readonly paid_id: string
  readonly amount: number
  readonly currency: string
}

interface Refund extends KnownCharge {
  /** What is given back now, and of all that was given back with it; in the units of the currency that was paid. */
  readonly amount: number
  readonly total: number
  readonly currency: string
  /** The same key gives it once. */
  readonly key: string
}

/** An event of a provider: its own id, and a charge by the provider's id of it or by our reference. */
export interface GatewayEvent {
  readonly event: string
  readonly of: { readonly provider_id: string } | { readonly reference: string }
}

/**
 * Payments of one kind of provider. Its word is an event alone: what became of a charge is always asked of it again.
 * Whatever it asks over the network throws GatewayError.
 */
export interface Gateway {
  create(at: Access, charge: Charge): Promise<Opened>
  /** Null: it knows no such charge. */
  fetch(at: Access, known: KnownCharge): Promise<Charged | null>
  refund(at: Access, refund: Refund): Promise<void>
  /** What was paid of a charge beside the payment that counts, where one charge may be paid twice. */
  doubles?(at: Access, known: KnownCharge): Promise<readonly Double[]>
  /** Ends a charge that is still open, so that nobody pays it any more; one that is over stays as it is. */
  close?(at: Access, known: KnownCharge): Promise<void>
  /** The event of a signed call; `forged`: it is not the provider's, or too old; null: it is of no charge. */
  verify(
    at: Access,
    request: Pick<InboundRequest, 'header' | 'body' | 'query'>,
  ): Promise<GatewayEvent | 'forged' | null>
}

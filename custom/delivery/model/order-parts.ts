/** What an order is made of, as it stands; amounts in cents. */
export interface OrderFacts {
  readonly articles: bigint
  readonly delivery: bigint
  /** The house's part of what was sold. */
  readonly fee: bigint
  /** It is with its client. */
  readonly delivered: boolean
  /** Who brought it; null: the store itself. */
  readonly id_driver: number | null
  /** A ride of its own pays whoever brings it. */
  readonly hasRide: boolean
  readonly paid_by: 'cash' | 'card' | 'wallet' | 'credit' | 'prepaid'
  /** What the client's wallet has paid. */
  readonly from_wallet: bigint
  readonly incidents: readonly {
    readonly amount: bigint
    readonly given_by: 'wallet' | 'cash'
    readonly charged_to: 'house' | 'store' | 'courier'
  }[]
}

type PartKind = 'sale' | 'delivery' | 'commission' | 'cash_held' | 'incident'

/** What an order comes to for its partner or its driver: above zero it is theirs. */
export interface OrderPart {
  readonly side: 'partner' | 'driver'
  readonly kind: PartKind
  readonly minor: bigint
}

/** Accounts of the house and of the order's people that it goes into and out of. */
export type OrderAccount =
  | 'partner_payable'
  | 'commission'
  | 'fares'
  | 'driver_cash'
  | 'bank'
  | 'gateway_clearing'
  | 'client_receivable'
  | 'incidents'

interface OrderMoney {
  readonly parts: readonly OrderPart[]
  /** Above zero: into the account; together they come to zero. */
  readonly legs: { readonly [account in OrderAccount]: bigint }
}

/**
 * What an order comes to. What is sold is its partner's, less the commission; whoever brings it has the delivery's
 * price and holds what the client pays: the store itself, or a driver. A ride of its own pays its driver by itself, so
 * that the delivery's price is the house's then. What is given back is borne by whom it is charged to; as less cash
 * only once there is cash.
 */
export function orderMoney({
  articles,
  delivery,
  fee,
  delivered,
  id_driver,
  hasRide,
  paid_by,
  from_wallet,
  incidents,
}: OrderFacts): OrderMoney {
  const less = (by: 'wallet' | 'cash', who?: 'house' | 'store' | 'courier'): bigint =>
    incidents.reduce(
      (sum, one) =>
        one.given_by === by && (who === undefined || one.charged_to === who) && (by === 'wallet' || delivered)
          ? sum + one.amount
          : sum,
      0n,
    )
  const own = id_driver === null
  const part = (of: bigint): bigint => (delivered ? of : 0n)
  const due = part(articles + delivery) - less('cash')
  // A client pays the store at their door as they pay a driver: in cash, or by its terminal.
  const held = paid_by === 'cash' || (own && paid_by === 'card') ? due : 0n
  const charged = (who: 'store' | 'courier'): bigint => less('wallet', who) + less('cash', who)
  const brought = part(delivery)
  const parts: readonly OrderPart[] = [
    { side: 'partner', kind: 'sale', minor: part(articles) },
    { side: 'partner', kind: 'delivery', minor: own ? brought : 0n },
    { side: 'partner', kind: 'commission', minor: -part(fee) },
    { side: 'partner', kind: 'cash_held', minor: own ? -held : 0n },
    { side: 'partner', kind: 'incident', minor: -charged('store') },
    { side: 'driver', kind: 'delivery', minor: own || hasRide ? 0n : brought },
    { side: 'driver', kind: 'cash_held', minor: own ? 0n : -held },
    { side: 'driver', kind: 'incident', minor: own ? 0n : -charged('courier') },
  ]
  const partner = parts.reduce((sum, { side, minor }) => (side === 'partner' ? sum + minor : sum), 0n)
  const rest = due - held
  const legs = {
    partner_payable: partner,
    commission: part(fee),
    driver_cash: own ? 0n : -held,
    bank: paid_by === 'card' ? -rest : 0n,
    gateway_clearing: paid_by === 'prepaid' ? -rest : 0n,
    // What a wallet pays is with the house's fares by a movement of its own.
    client_receivable: paid_by === 'credit' ? -rest : paid_by === 'wallet' ? -(rest - from_wallet) : 0n,
    fares: (own ? 0n : brought) - (paid_by === 'wallet' ? from_wallet : 0n),
    // Of what goes into a wallet a movement of its own has taken all from here.
    incidents: less('wallet', 'store') - less('cash', 'house') - less('cash', 'courier'),
  }
  return { parts: parts.filter(({ minor }) => minor !== 0n), legs }
}

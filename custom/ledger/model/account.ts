/** What an account stands for. Those of somebody carry the person or the company. */
export type AccountKind =
  | 'driver_wallet' | 'client_wallet' | 'company_receivable' | 'client_receivable' | 'driver_cash' | 'driver_payable' | 'partner_payable'
  | 'commission' | 'fares' | 'tax' | 'tips' | 'promo' | 'penalty' | 'gateway_clearing' | 'bank' | 'incidents' | 'rounding' | 'opening'

export interface AccountName {
  readonly kind: AccountKind
  readonly id_user?: number
  readonly id_company?: number
}

/** The text that an account is known by: `driver_wallet:u12:PEN`. */
export function accountKey({ kind, id_user, id_company }: AccountName, currency: string): string {
  const party = [...(id_user === undefined ? [] : [`u${id_user}`]), ...(id_company === undefined ? [] : [`c${id_company}`])]
  return [kind, ...party, currency].join(':')
}

import type { Row } from '#app/tables'

/** What an account stands for: the values of `ledger_accounts.kind`. Whose each is, `schemas/application.json` says. */
export type AccountKind = Row<'ledger_accounts', 'kind'>['kind']

/** What an entry is: the values of `ledger_entries.kind`. */
export type EntryKind = Row<'ledger_entries', 'kind'>['kind']

export interface AccountName {
  readonly kind: AccountKind
  readonly id_user?: number
  readonly id_company?: number
}

/** The text that an account is known by: `driver_wallet:u12:PEN`. */
export function accountKey({ kind, id_user, id_company }: AccountName, currency: string): string {
  const party = [
    ...(id_user === undefined ? [] : [`u${id_user}`]),
    ...(id_company === undefined ? [] : [`c${id_company}`]),
  ]
  return [kind, ...party, currency].join(':')
}

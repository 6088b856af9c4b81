import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { AccountKind } from './account'
import { post, type Posted } from './post'

export interface Reversing {
  /** Key of the entry that is taken back. */
  readonly of: string
  readonly effectiveAt: Date
  readonly now: Date
  readonly text?: string
  readonly who?: number | null
}

interface Row {
  readonly id: number
  readonly source: string | null
  readonly id_source: number | null
  readonly kind: AccountKind
  readonly id_user: number | null
  readonly id_company: number | null
  readonly key: string
  readonly currency: string
  readonly amount: string
}

/**
 * Takes an entry back by one with the opposite postings; asked twice, the one that stands. Floors do not hold it up:
 * what was wrong is put right.
 * @throws {AppError} NOT_FOUND
 */
export async function reverseEntry(tx: Tx, { of, effectiveAt, now, text, who = null }: Reversing): Promise<Posted> {
  const { rows } =
    await sql<Row>`select e.id, e.source, e.id_source, a.kind, a.id_user, a.id_company, a.key, a.currency,
      p.amount::text as amount
    from ledger_entries e join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
    where e.key = ${of} order by p.id`.execute(tx)
  const [first] = rows
  if (!first) throw new AppError('NOT_FOUND')
  const { id, source, id_source, currency } = first
  return post(tx, {
    key: `reversal:${id}`,
    kind: 'reversal',
    currency,
    effectiveAt,
    now,
    who,
    reverses: Number(id),
    over: true,
    ...(text === undefined ? {} : { text }),
    ...(source !== null && id_source !== null ? { source: { table: source, id: Number(id_source) } } : {}),
    postings: rows.map((row) => ({ account: { kind: row.kind, ...partyOf(row.key) }, amount: -BigInt(row.amount) })),
  })
}

/** The party as the account is known by, whoever it was merged into since. */
function partyOf(key: string): { readonly id_user?: number; readonly id_company?: number } {
  const [, user] = /:u(\d+)(?::|$)/.exec(key) ?? []
  const [, company] = /:c(\d+)(?::|$)/.exec(key) ?? []
  return {
    ...(user === undefined ? {} : { id_user: Number(user) }),
    ...(company === undefined ? {} : { id_company: Number(company) }),
  }
}

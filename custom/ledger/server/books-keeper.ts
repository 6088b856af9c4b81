import { sql } from 'kysely'
import type { BookedAccount, BooksKeeper } from '#engine/server'
import type { AccountKind, AccountName, EntryKind } from './account'
import { toCents } from '../model/cents'
import type { Leg } from './accounts'
import { houseCurrency } from './house-money'
import { post } from './post'
import { reverseEntry } from './reverse'

/** The column of an account that says whose it is, by the entity of whom. */
const PARTIES: { readonly [entity: string]: 'id_user' | 'id_company' } = { users: 'id_user', companies: 'id_company' }

/**
 * What schemas say that records enter (`x-posts`). Whether there is enough for it is judged before the record is
 * written, so that no floor is asked here.
 */
export const booksKeeper: BooksKeeper = {
  async enter(tx, { key, kind, source, currency, text, lines, now, who }) {
    const postings = lines.flatMap(({ amount, from, to }): Leg[] => {
      const cents = toCents(amount)
      return [
        { account: nameOf(from), amount: -cents },
        { account: nameOf(to), amount: cents },
      ]
    })
    if (postings.every(({ amount }) => amount === 0n)) return
    // The start has checked that there are such kinds.
    await post(tx, {
      key,
      kind: kind as EntryKind,
      currency: currency ?? (await houseCurrency(tx)),
      effectiveAt: now,
      now,
      source,
      who,
      postings,
      over: true,
      ...(text !== null && { text }),
    })
  },
  async takeBack(tx, { key, now, who }) {
    if (await stands(tx, key)) await reverseEntry(tx, { of: key, effectiveAt: now, now, who })
  },
  stands,
}

function nameOf({ kind, of }: BookedAccount): AccountName {
  const party = of && PARTIES[of.entity]
  return { kind: kind as AccountKind, ...(of && party !== undefined && { [party]: of.id }) }
}

async function stands(tx: Parameters<BooksKeeper['stands']>[0], key: string): Promise<boolean> {
  return (await sql`select 1 from ledger_entries where key = ${key}`.execute(tx)).rows.length > 0
}

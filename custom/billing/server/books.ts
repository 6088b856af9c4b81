import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { type EntryKind, houseCurrency, type Leg, post, reverse } from '../../ledger/server'

/** In which transaction, when and by whom something is written into the books. */
export interface AtBooks { readonly tx: Tx; readonly now: Date; readonly who: number | null }

/** The record that an entry comes from, and its key. */
export interface BookEntry {
  readonly key: string
  readonly kind: EntryKind
  readonly source: { readonly table: string; readonly id: number }
  readonly postings: readonly Leg[]
}

/** What comes to nothing is no entry. */
export async function enter({ tx, now, who }: AtBooks, { postings, ...entry }: BookEntry): Promise<void> {
  if (postings.every(({ amount }) => amount === 0n)) return
  await post(tx, { ...entry, currency: await houseCurrency(tx), effectiveAt: now, now, who, postings })
}

export async function isEntered(tx: Tx, key: string): Promise<boolean> {
  return (await sql`select 1 from ledger_entries where key = ${key}`.execute(tx)).rows.length > 0
}

/** A draft, and what is from before there were books, has nothing to take back. */
export async function takeBack({ tx, now, who }: AtBooks, key: string): Promise<void> {
  if (await isEntered(tx, key)) await reverse(tx, { of: key, effectiveAt: now, now, who })
}

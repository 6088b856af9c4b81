import { sql } from 'kysely'
import { AppError, isCountedId, type JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { type Cents, toAmount } from '../../ledger/server'
import type { AtBooks } from './books'
import { assertKept, assertSeen, free, isOfServices, isOpen, linesOf, OF_DRIVERS, OF_PARTNERS, type Statements, unitsOf } from './open-items'
import { bookPartnerIssue, bookPartnerPayment, bookPartnerVoid, owedToPartner } from './partners/partner-books'
import { bookIssue, bookPayment, bookVoid, owedTo } from './statement-books'

/** What a statement is in the books when it is issued, paid and void, and what its party was owed before. */
interface StatementBooks {
  /** @returns what was owed before it */
  issue(at: AtBooks, record: JsonObject): Promise<Cents>
  pay(at: AtBooks, record: JsonObject): Promise<void>
  void(at: AtBooks, record: JsonObject): Promise<void>
  owed(tx: Tx, party: number): Promise<Cents>
}

/**
 * A statement that gathers services or orders takes their items when it is issued, in one statement: whoever issues another finds none of them. When it is void they are
 * free for the next one; its number stays with it. What is issued, paid and void is written into the books with it, of whatever a statement is made.
 */
const statementHooks = (of: Statements, books: StatementBooks): Hooks => ({
  entity: of.table,
  async beforeSave({ tx, move, now, actor }, data, before) {
    if (before && isOfServices(before)) {
      if (move === 'issue') await take(tx, of, before)
      if (move === 'void') await free(tx, of, Number(before['id']))
      if (move === undefined) assertKept(['date_from', 'date_to', of.party], data, before)
    }
    const at = { tx, now, who: actor.id }
    if (before && move === 'issue') return { ...data, balance_before: toAmount(await books.issue(at, before)) }
    if (before && move === 'setPaid') await books.pay(at, before)
    if (before && move === 'void') await books.void(at, before)
    const party = data[of.party] ?? before?.[of.party]
    // Of a draft it is what is owed when it is saved; its issue says it anew.
    const isDraft = move === undefined && (before?.['state'] ?? '1') === '1'
    return isDraft && isCountedId(party) ? { ...data, balance_before: toAmount(await books.owed(tx, party)) } : data
  },
  async beforeRemove(_context, record) {
    if (['2', '3'].includes(String(record['state']))) throw new AppError('CONFLICT', { say: 'billing.void_first' })
  },
})

export const closingHooks: readonly Hooks[] = [
  statementHooks(OF_DRIVERS, { issue: bookIssue, pay: bookPayment, void: bookVoid, owed: owedTo }),
  statementHooks(OF_PARTNERS, { issue: bookPartnerIssue, pay: bookPartnerPayment, void: bookPartnerVoid, owed: owedToPartner }),
]

/** @throws {AppError} CONFLICT when services or orders have changed since the draft was filled */
async function take(tx: Tx, of: Statements, record: JsonObject): Promise<void> {
  const [id, party] = [Number(record['id']), Number(record[of.party])]
  await sql`update billable_items b set ${sql.id(of.claim)} = ${id} where ${sql.ref(`b.${of.party}`)} = ${party} and ${isOpen(of, String(record['until_at']))}`.execute(tx)
  const taken = await linesOf(tx, of, sql`${sql.ref(`b.${of.claim}`)} = ${id}`, String(record['starts_at']))
  const { rows: said } = await sql<{ readonly kind: string; readonly amount: string }>`
    select kind, amount::text as amount from ${sql.table(of.lines)} where ${sql.id(of.claim)} = ${id} and kind is not null and date_deleted is null`.execute(tx)
  assertSeen(taken.map(({ kind, minor }) => `${kind} ${unitsOf(minor)}`), said.map(({ kind, amount }) => `${kind} ${Number(amount).toFixed(2)}`))
}

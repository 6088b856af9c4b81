import { sql } from 'kysely'
import { AppError, isCountedId, type JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { type Cents, toAmount } from '../../ledger/server'
import {
  assertKept,
  assertSeen,
  free,
  isOfServices,
  isOpenItem,
  closingLines,
  OF_DRIVERS,
  OF_PARTNERS,
  type Statements,
  unitsOf,
} from './open-items'
import { owedTo, owedToPartner } from './statement-books'

/**
 * A statement that gathers services or orders takes their items when it is issued, in one statement: whoever issues
 * another finds none of them. When it is void they are free for the next one; its number stays with it. What is issued,
 * paid and void is entered into the books with it (`x-posts`), of whatever a statement is made.
 */
const statementHooks = (of: Statements, owed: (tx: Tx, party: number) => Promise<Cents>): Hooks => ({
  entity: of.table,
  async beforeSave({ tx, move }, data, before) {
    if (before && isOfServices(before)) {
      if (move === 'issue') await take(tx, of, before)
      if (move === 'void') await free(tx, of, Number(before['id']))
      if (move === undefined) assertKept(['date_from', 'date_to', of.party], data, before)
    }
    if (before && move !== undefined) {
      const party = Number(before[of.party])
      // Whoever moves another statement of theirs waits until the transaction ends.
      await sql`select 1 from ${sql.table(of.parties)} where id = ${party} for no key update`.execute(tx)
      if (move === 'issue') return { ...data, balance_before: toAmount(await owed(tx, party)) }
    }
    const party = data[of.party] ?? before?.[of.party]
    // Of a draft it is what is owed when it is saved; its issue says it anew.
    const isDraft = move === undefined && (before?.['state'] ?? '1') === '1'
    return isDraft && isCountedId(party) ? { ...data, balance_before: toAmount(await owed(tx, party)) } : data
  },
  async beforeRemove(_context, record) {
    if (['2', '3'].includes(String(record['state']))) throw new AppError('CONFLICT', { say: 'billing.void_first' })
  },
})

export const closingHooks: readonly Hooks[] = [
  statementHooks(OF_DRIVERS, owedTo),
  statementHooks(OF_PARTNERS, owedToPartner),
]

/** @throws {AppError} CONFLICT when services or orders have changed since the draft was filled */
async function take(tx: Tx, of: Statements, record: JsonObject): Promise<void> {
  const [id, party] = [Number(record['id']), Number(record[of.party])]
  await sql`update billable_items b set ${sql.id(of.claim)} = ${id} where ${sql.ref(`b.${of.party}`)} = ${party}
    and ${isOpenItem(of, String(record['until_at']))}`.execute(tx)
  const taken = await closingLines(tx, of, sql`${sql.ref(`b.${of.claim}`)} = ${id}`, String(record['starts_at']))
  const { rows: said } = await sql<{ readonly kind: string; readonly amount: string }>`
    select kind, amount::text as amount from ${sql.table(of.lines)} where ${sql.id(of.claim)} = ${id}
      and kind is not null and date_deleted is null`.execute(tx)
  assertSeen(
    taken.map(({ kind, minor }) => `${kind} ${unitsOf(minor)}`),
    said.map(({ kind, amount }) => `${kind} ${Number(amount).toFixed(2)}`),
  )
}

import { sql } from 'kysely'
import { AppError, isCountedId, type JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { toAmount } from '../../ledger/server'
import { assertKept, assertSeen, free, isOfServices, isOpen, linesOf, OF_DRIVERS, unitsOf } from './open-items'
import { bookIssue, bookPayment, bookVoid, owedTo } from './statement-books'

/**
 * A statement that gathers services takes their items when it is issued, in one statement: whoever issues another finds none of them. When it is void they are
 * free for the next one; its number stays with it. What is issued, paid and void is written into the books with it, of whatever a statement is made.
 */
export const closingHooks: Hooks = {
  entity: 'liquidations',
  async beforeSave({ tx, move, now, actor }, data, before) {
    if (before && isOfServices(before)) {
      if (move === 'issue') await take(tx, before)
      if (move === 'void') await free(tx, OF_DRIVERS, Number(before['id']))
      if (move === undefined) assertKept(['date_from', 'date_to', 'id_driver'], data, before)
    }
    const at = { tx, now, who: actor.id }
    if (before && move === 'issue') return { ...data, balance_before: toAmount(await bookIssue(at, before)) }
    if (before && move === 'setPaid') await bookPayment(at, before)
    if (before && move === 'void') await bookVoid(at, before)
    const id_driver = data['id_driver'] ?? before?.['id_driver']
    // Of a draft it is what is owed when it is saved; its issue says it anew.
    const isDraft = move === undefined && (before?.['state'] ?? '1') === '1'
    return isDraft && isCountedId(id_driver) ? { ...data, balance_before: toAmount(await owedTo(tx, id_driver)) } : data
  },
  async beforeRemove(_context, record) {
    if (['2', '3'].includes(String(record['state']))) throw new AppError('CONFLICT', { say: 'billing.void_first' })
  },
}

/** @throws {AppError} CONFLICT when services have changed since the draft was filled */
async function take(tx: Tx, { id, id_driver, starts_at, until_at }: JsonObject): Promise<void> {
  await sql`update billable_items b set id_liquidation = ${Number(id)} where b.id_driver = ${Number(id_driver)} and ${isOpen(OF_DRIVERS, String(until_at))}`.execute(tx)
  const taken = await linesOf(tx, OF_DRIVERS, sql`b.id_liquidation = ${Number(id)}`, String(starts_at))
  const { rows: said } = await sql<{ readonly kind: string; readonly amount: string }>`
    select kind, amount::text as amount from liquidation_items where id_liquidation = ${Number(id)} and kind is not null and date_deleted is null`.execute(tx)
  assertSeen(taken.map(({ kind, minor }) => `${kind} ${unitsOf(minor)}`), said.map(({ kind, amount }) => `${kind} ${Number(amount).toFixed(2)}`))
}

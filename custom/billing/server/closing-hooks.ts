import { sql } from 'kysely'
import { AppError, isCountedId, type JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { toAmount } from '../../ledger/server'
import { isOpen, linesOf, unitsOf } from './open-items'
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
      if (move === 'void') await free(tx, Number(before['id']))
      if (move === undefined && ['date_from', 'date_to', 'id_driver'].some((field) => data[field] !== undefined && String(data[field]) !== String(before[field])))
        throw new AppError('CONFLICT', { say: 'billing.period_stays' })
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

const isOfServices = ({ from_services }: JsonObject): boolean => from_services === 1 || from_services === true

/** @throws {AppError} CONFLICT when services have changed since the draft was filled: nobody issues what they have not seen */
async function take(tx: Tx, { id, id_driver, starts_at, until_at }: JsonObject): Promise<void> {
  await sql`update billable_items b set id_liquidation = ${Number(id)} where b.id_driver = ${Number(id_driver)} and ${isOpen(String(until_at))}`.execute(tx)
  const taken = await linesOf(tx, sql`b.id_liquidation = ${Number(id)}`, String(starts_at))
  const { rows: said } = await sql<{ readonly kind: string; readonly amount: string }>`
    select kind, amount::text as amount from liquidation_items where id_liquidation = ${Number(id)} and kind is not null and date_deleted is null`.execute(tx)
  const texts = (lines: readonly { readonly kind: string; readonly amount: string }[]): string => lines.map(({ kind, amount }) => `${kind} ${Number(amount).toFixed(2)}`).sort().join('\n')
  if (texts(taken.map(({ kind, minor }) => ({ kind, amount: unitsOf(minor) }))) !== texts(said)) throw new AppError('CONFLICT', { say: 'billing.changed' })
}

const free = async (tx: Tx, id: number): Promise<void> => { await sql`update billable_items set id_liquidation = null where id_liquidation = ${id}`.execute(tx) }

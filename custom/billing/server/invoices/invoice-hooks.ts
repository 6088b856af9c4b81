import { sql } from 'kysely'
import { AppError, type JsonObject } from '#engine/model'
import { enterRecord, type HookContext, type Hooks, type Tx } from '#engine/server'
import { houseDay, toAmount } from '../../../ledger/server'
import { assertKept, free, isOfServices, OF_COMPANIES } from '../open-items'
import { invoiceStanding } from './standing'
import { takeServices } from './take-services'

/** What a draft of services is of; another day or company is another draft. */
const KEPT = ['id_company', 'date_from', 'date_to', 'pct_igv'] as const

/**
 * An invoice takes the services that it bills when it is issued; void, they are free again. What it enters into the
 * books, its schema says (`x-posts`). One that has been paid or credited in part is not void: a credit note takes off
 * it what is left.
 */
export const invoiceHooks: Hooks = {
  entity: 'invoices',
  async beforeSave(context, data, before) {
    if (!before) return data
    const { move } = context
    if (move === undefined && isOfServices(before)) assertKept(KEPT, data, before)
    if (move === 'issue') await takeServices(context.tx, before)
    if (move === 'setPaid') await payRest(context, before)
    if (move === 'void') await takeBack(context, before)
    return data
  },
  async afterSave({ tx, move }, { id }) {
    // What the program wrote itself no formula knows of.
    if (move === 'setPaid') await recount(tx, Number(id))
  },
  async beforeRemove(_context, { state }) {
    if (state !== '0' && state !== '9') throw new AppError('CONFLICT', { say: 'billing.void_first' })
  },
}

/** Completed, what was left is paid today. */
async function payRest(context: HookContext, before: JsonObject): Promise<void> {
  const { tx, now, actor } = context
  const invoice = await invoiceStanding(tx, Number(before['id']))
  if (!invoice || invoice.left <= 0n) return
  const amount = toAmount(invoice.left)
  const {
    rows: [made],
  } = await sql<{
    readonly id: number
  }>`insert into invoice_payments (id_invoice, amount, date_paid, method, state, version, date_created, date_updated)
    values (${invoice.id}, ${amount}::numeric, ${await houseDay(tx, now)}::date, 'other', '1', 1, ${now.toISOString()},
      ${now.toISOString()}) returning id`.execute(tx)
  await enterRecord(tx, { entity: 'invoices', id: invoice.id, rule: 'issue', now, who: actor.id })
  await enterRecord(tx, { entity: 'invoice_payments', id: Number(made?.id), rule: 'entry', now, who: actor.id })
}

async function recount(tx: Tx, id: number): Promise<void> {
  const invoice = await invoiceStanding(tx, id)
  if (invoice)
    await sql`update invoices set paid = ${toAmount(invoice.paid)}::numeric,
      balance = ${toAmount(invoice.left)}::numeric where id = ${id}`.execute(tx)
}

async function takeBack(context: HookContext, before: JsonObject): Promise<void> {
  const invoice = await invoiceStanding(context.tx, Number(before['id']))
  if (invoice && (invoice.paid !== 0n || invoice.credited !== 0n))
    throw new AppError('CONFLICT', { say: 'billing.settled_in_part' })
  await free(context.tx, OF_COMPANIES, Number(before['id']))
}

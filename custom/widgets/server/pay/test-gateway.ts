import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { columnsSql, type Db, type OwnTable, sharedKey, type Tx } from '#engine/server'
import { objectOf } from './ask-gateway'
import type { Gateway } from './gateway-kind'
import { isFresh, isSignedBy, headerValues } from './signed-by'

const SETTING = 'test_gateway_key'

/** What the demo's own gateway knows of its charges: a provider's books, apart from ours. */
export const TEST_CHARGES: OwnTable = {
  id: { type: 'text', notNull: true },
  amount: { type: 'double precision', notNull: true },
  refunded: { type: 'double precision', notNull: true },
  currency: { type: 'text', notNull: true },
  state: { type: 'text', notNull: true, values: ['pending', 'paid', 'failed'] },
  date_expires: { type: 'timestamp with time zone', notNull: true },
}

export async function prepareCharges(tx: Tx): Promise<void> {
  await sql`create table if not exists test_charges (${columnsSql(TEST_CHARGES)})`.execute(tx)
  await sql`create unique index if not exists test_charges_id on test_charges (id)`.execute(tx)
}

export interface TestCharge {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly state: 'pending' | 'paid' | 'failed'
  readonly is_over: boolean
}

export async function readCharge(db: Db | Tx, id: string, now: Date): Promise<TestCharge | null> {
  const {
    rows: [row],
  } = await sql<TestCharge>`
    select id, amount, currency, state, date_expires < ${now.toISOString()}::timestamptz as is_over from test_charges
    where id = ${id}`.execute(db)
  return row ?? null
}

/** What the person at the demo's gateway chose, once. */
export async function chooseCharge(tx: Tx, id: string, state: 'paid' | 'failed'): Promise<void> {
  await sql`update test_charges set state = ${state} where id = ${id} and state = 'pending'`.execute(tx)
}

/** `t=<seconds>,v1=<hex>` over the moment and the bytes, as Stripe signs. */
export async function signTestEvent(db: Db, body: string, now: Date): Promise<string> {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', await sharedKey(db, SETTING))
    .update(`${t}.${body}`)
    .digest('hex')}`
}

/** The demo's own gateway: its page takes no card, and says of each charge what the person chose there. */
export const testGateway: Gateway = {
  async create({ transaction }, { reference, amount, currency, expires, origin }) {
    await transaction((tx) =>
      sql`insert into test_charges (id, amount, refunded, currency, state, date_expires)
      values (${reference}, ${amount}, 0, ${currency}, 'pending', ${expires}::timestamptz)
      on conflict do nothing`.execute(tx),
    )
    return { provider_id: reference, link: `${origin}/api/hooks/test_gateway/${reference}` }
  },
  async fetch({ db }, { provider_id }) {
    const {
      rows: [row],
    } = await sql<TestCharge>`select id, amount, currency, state from test_charges where id = ${provider_id}`.execute(
      db,
    )
    return row ? { state: row.state, amount: row.amount, currency: row.currency, paid_id: null } : null
  },
  async refund({ transaction }, { provider_id, total }) {
    await transaction((tx) => sql`update test_charges set refunded = ${total} where id = ${provider_id}`.execute(tx))
  },
  async verify({ db, now }, { header, body }) {
    const parts = headerValues(header('x-signature'))
    const [t = ''] = parts('t')
    const key = await sharedKey(db, SETTING)
    if (!isFresh(t, now) || !isSignedBy(key, Buffer.concat([Buffer.from(`${t}.`), body]), parts('v1'))) return 'forged'
    const { event, provider_id } = objectOf(body.toString('utf8'))
    return typeof event === 'string' && typeof provider_id === 'string' ? { event, of: { provider_id } } : null
  },
}

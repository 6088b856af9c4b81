import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { columnsSql, type Db, type OwnTable, sharedKey, type Tx } from '#engine/server'
import type { Gateway } from './gateway'

const SETTING = 'test_gateway_key'
const BYTES = 16
/** An event that is older is somebody's copy. */
const FRESH_S = 300

/** What the demo's own gateway knows of its charges: a provider's books, apart from ours. */
export const TEST_CHARGES: OwnTable = {
  id: { type: 'text', notNull: true }, amount: { type: 'double precision', notNull: true }, refunded: { type: 'double precision', notNull: true },
  currency: { type: 'text', notNull: true }, state: { type: 'text', notNull: true, values: ['pending', 'paid', 'failed'] },
  date_expires: { type: 'timestamp with time zone', notNull: true },
}

export async function prepareCharges(tx: Tx): Promise<void> {
  await sql`create table if not exists test_charges (${columnsSql(TEST_CHARGES)})`.execute(tx)
  await sql`create unique index if not exists test_charges_id on test_charges (id)`.execute(tx)
}

export interface TestCharge { readonly id: string; readonly amount: number; readonly currency: string; readonly state: 'pending' | 'paid' | 'failed'; readonly is_over: boolean }

export async function readCharge(db: Db | Tx, id: string, now: Date): Promise<TestCharge | null> {
  const { rows: [row] } = await sql<TestCharge>`
    select id, amount, currency, state, date_expires < ${now.toISOString()}::timestamptz as is_over from test_charges where id = ${id}`.execute(db)
  return row ?? null
}

/** What the person at the demo's gateway chose, once. */
export async function chooseCharge(tx: Tx, id: string, state: 'paid' | 'failed'): Promise<void> {
  await sql`update test_charges set state = ${state} where id = ${id} and state = 'pending'`.execute(tx)
}

/** `t=<seconds>,v1=<hex>` over the moment and the bytes, as Stripe signs. */
export async function signTestEvent(db: Db, body: string, now: Date): Promise<string> {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', await sharedKey(db, SETTING)).update(`${t}.${body}`).digest('hex')}`
}

/** The demo's own gateway: its page takes no card, and says of each charge what the person chose there. */
export const testGateway: Gateway = {
  async create(tx, { amount, currency, expires }) {
    const id = randomBytes(BYTES).toString('hex')
    await sql`insert into test_charges (id, amount, refunded, currency, state, date_expires) values (${id}, ${amount}, 0, ${currency}, 'pending', ${expires}::timestamptz)`.execute(tx)
    return id
  },
  linkOf: (origin, provider_id) => `${origin}/api/hooks/test_gateway/${provider_id}`,
  async fetch(tx, provider_id) {
    const { rows: [row] } = await sql<TestCharge>`select id, amount, state from test_charges where id = ${provider_id}`.execute(tx)
    return row ? { state: row.state, amount: row.amount } : null
  },
  async refund(tx, provider_id, amount) {
    await sql`update test_charges set refunded = ${amount} where id = ${provider_id}`.execute(tx)
  },
  async verify(db, { header, body }, now) {
    const [, t = '', v1 = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header('x-signature') ?? '') ?? []
    if (t === '' || Math.abs(now.getTime() / 1000 - Number(t)) > FRESH_S) return null
    const due = createHmac('sha256', await sharedKey(db, SETTING)).update(`${t}.`).update(body).digest()
    if (!timingSafeEqual(due, Buffer.from(v1, 'hex'))) return null
    const { event, provider_id } = JSON.parse(body.toString('utf8')) as { readonly event?: unknown; readonly provider_id?: unknown }
    return typeof event === 'string' && typeof provider_id === 'string' ? { event, provider_id } : null
  },
}

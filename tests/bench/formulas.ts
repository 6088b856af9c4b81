import { sql } from 'kysely'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { testApp, type TestApp } from '../api/fixture-app'
import type { Files } from '../api/fixture-schemas'
import { openOnPostgres } from '../open-fresh'
import { type Bench, atMost } from './bench'

const ROWS = 10_000
const ORDERS = 500
const A_BATCH = 500
const ROUNDS = 5
const LISTED = 200_000

const many = serveCall(
  defineCall({
    method: 'POST',
    path: 'many',
    access: 'session',
    request: Type.Object({ resource: Type.String(), rows: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
    response: Type.Object({ saved: Type.Integer() }),
  }),
  async ({ records }, { resource, rows }) => ({
    saved: (await records.write(({ saveMany }) => saveMany(resource, rows as JsonObject[], 'bench'))).length,
  }),
)
const feature: ServerFeature = { name: 'many', needs: {}, calls: [many] }

/**
 * The same table with and without formulas: an amount, one that follows a price, and a total with its tax in another
 * table.
 */
function tables(prefix: string, isCounted: boolean): Files {
  const counted = (type: JsonObject, formula: JsonObject): JsonObject => ({
    ...type,
    ...(isCounted ? { 'x-formula': formula } : {}),
  })
  const money = { 'x-type': 'money' }
  return {
    [`${prefix}_goods`]: { title: 'Good', type: 'object', properties: { name: { type: 'string' }, price: money } },
    [`${prefix}_orders`]: {
      title: 'Order',
      type: 'object',
      properties: {
        name: { type: 'string' },
        total: counted(money, { sum: { of: `${prefix}_lines`, by: 'id_order', field: 'amount' } }),
        tax: counted(money, { pct: ['total', 18] }),
        lines: counted({ type: 'integer' }, { count: { of: `${prefix}_lines`, by: 'id_order' } }),
        lines_computed: { 'x-type': 'computed', 'x-computed': { count: `${prefix}_lines`, by: 'id_order' } },
      },
    },
    [`${prefix}_lines`]: {
      title: 'Line',
      type: 'object',
      properties: {
        id_order: { 'x-type': 'ref', 'x-to': `${prefix}_orders` },
        id_good: { 'x-type': 'ref', 'x-to': `${prefix}_goods` },
        quantity: { type: 'integer' },
        agreed: money,
        amount: counted(money, { mul: ['quantity', 'agreed'] }),
        today: counted(money, { mul: ['quantity', 'id_good.price'] }),
      },
    },
  }
}

/** A bulk change of rows with formulas beside the same without, and lists in the order of what is counted. */
export async function formulas(bench: Bench): Promise<void> {
  const at = await testApp({
    schemas: { ...tables('plain', false), ...tables('counted', true) },
    features: [feature],
    open: openOnPostgres(String(bench.env['DATABASE_URL'])),
  })
  try {
    for (const prefix of ['plain', 'counted']) await fill(at, prefix)
    const times: { [prefix: string]: number[] } = { plain: [], counted: [] }
    // The first round warms the code.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const prefix of round % 2 ? ['plain', 'counted'] : ['counted', 'plain']) {
        const seconds = await changeAll(at, prefix, round + 2)
        if (round > 0) times[prefix]?.push(seconds)
      }
    }
    const [plain, counted] = [median(times['plain'] ?? []), median(times['counted'] ?? [])]
    const ratios = (times['counted'] ?? []).map((seconds, round) => seconds / (times['plain']?.[round] ?? seconds))
    bench.tell(
      `${ROWS} rows changed in batches of ${A_BATCH}, with formulas in them and over them`,
      `${counted.toFixed(2)} s, without ${plain.toFixed(2)} s: ${median(ratios).toFixed(2)} times`,
      atMost(median(ratios), 2, ' times'),
    )
    const rows = bench.quick ? LISTED / 10 : LISTED
    await sql`insert into counted_orders (name, date_created, date_updated) select 'O' || n, now(), now()
      from generate_series(1, ${rows}::int) as n`.execute(at.database.db)
    await sql`analyze counted_orders`.execute(at.database.db)
    for (const column of ['name', 'lines', 'lines_computed']) {
      const took: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now()
        const { status } = await at.call('root', 'GET', 'counted_orders', {
          order_col: column,
          order_dir: 'desc',
          limit: 15,
          count: 'none',
        })
        if (status !== 200) throw new Error(`a list by ${column} answers ${status}`)
        took.push(performance.now() - began)
      }
      bench.tell(`the first page of ${rows + ORDERS} rows in the order of ${column}`, `${median(took).toFixed(0)} ms`)
    }
  } finally {
    await at.close()
  }
}

async function fill(at: TestApp, prefix: string): Promise<void> {
  const save = async (resource: string, rows: JsonObject[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += A_BATCH) {
      const { status, text } = await at.call('root', 'POST', 'many', {
        resource,
        rows: rows.slice(from, from + A_BATCH),
      })
      if (status !== 200) throw new Error(text.slice(0, 500))
    }
  }
  await save(
    `${prefix}_goods`,
    Array.from({ length: 100 }, (_, i) => ({ name: `G${i}`, price: i + 0.5 })),
  )
  await save(
    `${prefix}_orders`,
    Array.from({ length: ORDERS }, (_, i) => ({ name: `O${i}` })),
  )
  await save(
    `${prefix}_lines`,
    Array.from({ length: ROWS }, (_, i) => ({
      id_order: (i % ORDERS) + 1,
      id_good: (i % 100) + 1,
      quantity: 1,
      agreed: 2.25,
    })),
  )
}

async function changeAll(at: TestApp, prefix: string, quantity: number): Promise<number> {
  const began = performance.now()
  for (let from = 0; from < ROWS; from += A_BATCH) {
    const rows = Array.from({ length: A_BATCH }, (_, i) => ({ id: from + i + 1, quantity }))
    const { status, text } = await at.call('root', 'POST', 'many', { resource: `${prefix}_lines`, rows })
    if (status !== 200) throw new Error(text.slice(0, 500))
  }
  return (performance.now() - began) / 1000
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

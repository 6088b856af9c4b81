import { sql } from 'kysely'
import type { JsonObject } from '../../src/model/json'
import { openDatabase } from '../../src/server/platform/database/open'
import type { Generation } from '../../custom/billing/model/generation-calls'
import { servicesApp, type ServicesApp } from '../api/services-fixture'
import { given } from '../open-fresh'
import { freshDatabase } from '../postgres'
import { atMost, type Bench } from './bench'

const MAX_S = 30
const [DRIVERS, SERVICES] = [300, 10_000]
const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }
const NOON = new Date('2026-11-21T17:00:00.000Z')

/**
 * Services of a week closed into a statement for each driver: looked at, drafted by the server's job, issued and paid,
 * through the calls that the console makes.
 */
export async function closings({ env, tell, put }: Bench): Promise<void> {
  const own = await freshDatabase(String(env['DATABASE_URL']))
  const database = await openDatabase(own.url)
  const at = await servicesApp(given(database), () => NOON)
  try {
    const drivers = await fill(at)
    const call = async (path: string, input: JsonObject): Promise<JsonObject> => {
      const { status, text, body } = await at.call('root', `liquidations/${path}`, input)
      if (status !== 200) throw new Error(`liquidations/${path}: ${status} ${text.slice(0, 300)}`)
      return body
    }
    const timed = async <T>(run: () => Promise<T>): Promise<readonly [seconds: number, of: T]> => {
      const began = performance.now()
      const of = await run()
      return [(performance.now() - began) / 1000, of]
    }
    const [looked] = await timed(() => call('preview', WEEK))
    const [drafted] = await timed(async () => {
      await call('generation', { ...WEEK, id_drivers: [...drivers] })
      for (let run: Generation | null = null; run?.state !== 'done'; ) {
        await new Promise((done) => setTimeout(done, 50))
        run = (await at.get('root', 'liquidations/generation')).body['run'] as Generation | null
      }
    })
    const ids = (
      await sql<{
        readonly id: number
      }>`select id::float8 as id from liquidations where state = '1' order by id`.execute(database.db)
    ).rows.map(({ id }) => id)
    const [issued] = await timed(() => call('issue', { ids }))
    const [paid] = await timed(() => call('setPaid', { ids, date_paid: '2026-11-21' }))
    const {
      rows: [left],
    } = await sql<{ readonly open: number; readonly paid: number; readonly taken: number }>`select
      (select count(*) from billable_items where id_liquidation is null and side = 'driver')::integer as open,
      (select count(*) from liquidations where state = '3')::integer as paid,
      (select count(distinct id_service) from billable_items where id_liquidation is not null)::integer as
        taken`.execute(database.db)
    if (left?.open !== 0 || left.paid !== DRIVERS || left.taken !== SERVICES)
      throw new Error(`not all was closed: ${JSON.stringify(left)}`)
    tell(`what a closing of ${SERVICES} services comes to`, `${looked.toFixed(1)} s`)
    tell(`its ${DRIVERS} statements paid`, `${paid.toFixed(1)} s`)
    const whole = drafted + issued
    put('closings', whole)
    tell(
      `${SERVICES} services closed into ${DRIVERS} statements`,
      `${whole.toFixed(1)} s (drafted ${drafted.toFixed(1)}, issued ${issued.toFixed(1)})`,
      atMost(whole, MAX_S, ' s'),
    )
  } finally {
    await at.server.close()
    await database.close()
    await own.drop()
  }
}

/** Drivers with the rides of a week, every third of them in cash. */
async function fill({ put, id, server: { database } }: ServicesApp): Promise<readonly number[]> {
  const drivers: number[] = []
  for (let i = 0; i < DRIVERS; i++)
    drivers.push(
      await put('users', { type_user: '2', name: `Conductor ${i}`, surname: 'Paz', email: `c${i}@bench.test` }),
    )
  await database.transaction((tx) =>
    sql`insert into services (id_client, id_product, id_payment, id_driver, state, outcome, date_finalized, price_total,
      price_tax, price_toll, price_wait, price_fee, price_driver)
    select ${id['ana']}, ${id['taxi']}, case when i % 3 = 0 then ${id['cash']}::bigint else ${id['credit']}::bigint end,
      (${drivers}::bigint[])[1 + i % ${DRIVERS}], 'finalized', 'finalized',
      '2026-11-09T12:00:00Z'::timestamptz + (i % 6) * interval '1 day', 20 + i % 7, 0, i % 2, 1, 4, 16 + i % 7
      from generate_series(1, ${SERVICES}) as i`.execute(tx),
  )
  return drivers
}

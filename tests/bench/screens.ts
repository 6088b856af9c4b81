import { join } from 'node:path'
import { Client } from 'pg'
import { chromium, type Page } from 'playwright'
import { newToken } from '../../src/server/language/actor/token'
import { startServerProcess } from '../api/server-process'
import { CHROMIUM_FLAGS, findChromium } from '../chromium'
import { freshDatabase } from '../postgres'
import type { Bench } from './bench'
import { deskOf, VEHICLES } from './desk-screen'
import { windowsOf } from './desk-windows'
import { ordersOf } from './orders-screen'
import { type Measured, polled } from './thread-time'
import { fillTown, putPeople } from './town-rows'

const [ON_BOARD, DRIVERS, MOVED] = [2_000, 10_000, 1_000]
/** Seconds between two polls of the console, as the settings are filled here. */
const EVERY_S = 2

/**
 * What an update of a full screen takes of the page's thread in a real browser over the built server (`npm run build`
 * first): script, and all of it with style, layout and drawing. Time of the thread's own, so that what else the machine
 * does counts little.
 */
export const screens = (bench: Bench): Promise<void> =>
  overTown(bench, DRIVERS, async (measured, address, client) => {
    await boardOf(measured, address, client)
    await mapOf(measured, address, client)
    await fleetOf(measured, address)
  })

/** The same of the dispatcher's desk with all that it shows at once. */
export const desk = (bench: Bench): Promise<void> =>
  overTown(bench, VEHICLES, async (measured, address, client, token) => {
    await deskOf(measured, address, client)
    await windowsOf(measured, address, client, token)
  })

/** The board of active orders. */
export const kitchen = (bench: Bench): Promise<void> => overTown(bench, VEHICLES, ordersOf)

/** A built server over a town with a full board, and a page of root's. */
async function overTown(
  bench: Bench,
  drivers: number,
  work: (measured: Measured, address: string, client: Client, token: string) => Promise<void>,
): Promise<void> {
  const found = findChromium((line) => console.log(line))
  if ('skipped' in found) return console.log(`skipped: screens: ${found.skipped}`)
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const root = newToken()
  process.env['TEST_BUILT'] = '1'
  const env = { DATABASE_URL: own.url, DEMO: '0', PROJECT_DIR: join(import.meta.dirname, '../..') }
  try {
    await (await startServerProcess(env)).end('SIGTERM')
    await client.connect()
    await fillTown(client, { services: 20_000, clients: 5_000, drivers })
    await putPeople(client, { root: root.hash, branch: newToken().hash, company: newToken().hash })
    await fillBoard(client)
    const server = await startServerProcess(env)
    const browser = await chromium.launch({
      ...(found.path ? { executablePath: found.path } : {}),
      args: CHROMIUM_FLAGS,
    })
    try {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'es-PE',
        timezoneId: 'America/Lima',
      })
      const page = await consoleOf(await context.newPage(), server.address, root.token)
      const clock = await page.context().newCDPSession(page)
      await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
      const measured = {
        page,
        clock,
        tell: bench.tell.bind(bench),
        rounds: bench.quick ? 3 : 6,
        profile: bench.profile,
      }
      await work(measured, server.address, client, root.token)
    } finally {
      await browser.close()
      await server.end('SIGTERM')
    }
  } finally {
    await client.end()
    await own.drop()
  }
}

/** Rides of ten states that nothing moves by itself, each with a driver of its own. */
async function fillBoard(client: Client): Promise<void> {
  await client.query(`update settings_general set "interval" = ${EVERY_S}`)
  await client.query('set session_replication_role = replica')
  await client.query(`update services
    set state = (array['accepted','onway','waiting','started','arrived','scheduled'])[1 + id % 6],
      id_driver = 100 + 20001 - id, id_vehicle = 20001 - id,
    date_scheduled = case when id % 6 = 5 then now() + interval '20 days' end, date_finalized = null,
    date_canceled = null where id > 20000 - ${ON_BOARD}`)
  await client.query('set session_replication_role = origin')
}

/** A page of the console with the session of a token. */
export async function consoleOf(
  page: Page,
  address: string,
  token: string,
  account: object = { id: 1, name: 'Quien', surname: 'mide', token },
): Promise<Page> {
  await page.goto(`${address}/login`)
  await page.evaluate(
    ([kept, accounts]) => {
      localStorage.setItem('toolrides_v5.token', String(kept))
      localStorage.setItem('toolrides_v5.accounts', String(accounts))
    },
    [JSON.stringify(token), JSON.stringify([account])],
  )
  return page
}

async function boardOf(measured: Measured, address: string, client: Client): Promise<void> {
  const { page } = measured
  await page.goto(`${address}/actives?layout=board`)
  await page.locator('[data-board-column] li').nth(50).waitFor({ timeout: 60_000 })
  const shown = await page.locator('[data-board-column] li').count()
  await polled(
    measured,
    `a board of ${ON_BOARD} (${shown} cards drawn), nothing changed`,
    'admin/dispatcher/board',
    async () => {},
  )
  await polled(measured, `a board of ${ON_BOARD}, one card moved`, 'admin/dispatcher/board', async (n) => {
    await client.query(
      `update services set state = case state when 'started' then 'arrived' else 'started' end, version = version + 1,
        date_updated = now()
      where id = (select id from services where state in ('started', 'arrived') and id > ${20_000 - ON_BOARD}
        order by id desc offset $1 limit 1)`,
      [n],
    )
  })
}

async function mapOf(measured: Measured, address: string, client: Client): Promise<void> {
  const { page } = measured
  await page.goto(`${address}/drivers?layout=map`)
  await page.locator('.leaflet-container canvas').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(3_000)
  await polled(measured, `a map of ${DRIVERS} points, nothing changed`, 'admin/drivers/map', async () => {})
  await polled(measured, `a map of ${DRIVERS} points, one moved`, 'admin/drivers/map', async (n) => {
    await client.query(
      'update vehicle_positions set point = point(point[0] + 0.001, point[1] + 0.001), date_fix = now() where id_vehicle = $1',
      [17 + n],
    )
  })
  await polled(measured, `a map of ${DRIVERS} points, ${MOVED} moved`, 'admin/drivers/map', async () => {
    await client.query(
      `update vehicle_positions set point = point(point[0] + 0.001, point[1] - 0.001), date_fix = now()
        where id_vehicle <= ${MOVED}`,
    )
  })
}

/**
 * The dispatcher's map: what has moved since the last answer is put into the answer on its way, as phones would have
 * it.
 */
async function fleetOf(measured: Measured, address: string): Promise<void> {
  const { page } = measured
  const whole: Record<string, unknown>[] = []
  let moved = 0
  await page.route('**/api/admin/live/vehicles**', async (route) => {
    // Vehicle by vehicle, as they are changed below.
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/[?&]form=columns/, ''),
    })
    const body = (await reply.json()) as { items: Record<string, unknown>[] }
    if (whole.length === 0) whole.push(...body.items)
    else
      body.items = whole.slice(0, moved).map((vehicle) => ({
        ...vehicle,
        lat: Number(vehicle['lat']) + Math.random() / 500,
        lng: Number(vehicle['lng']) + Math.random() / 500,
      }))
    await route.fulfill({ response: reply, json: body })
  })
  await page.goto(`${address}/dispatcher`)
  await page.locator('.leaflet-container canvas').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(4_000)
  await polled(measured, `the dispatcher's ${whole.length} vehicles, none moved`, 'live/vehicles', async () => {})
  moved = MOVED
  await polled(measured, `the dispatcher's ${whole.length} vehicles, ${MOVED} moved`, 'live/vehicles', async () => {})
  if (measured.profile !== null) await page.screenshot({ path: join(measured.profile, 'fleet.png') })
  await page.unroute('**/api/admin/live/vehicles**')
}

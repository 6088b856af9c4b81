import type { Page } from '@playwright/test'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import type { DriverAnswer } from '../../custom/simulator/model/driver-mind'
import { startServerProcess, type ServerProcess } from '../api/server-process'
import { consoleSession, type Call } from './api-session'
import { enterAs, expect, rowOf, search, test } from './console'
import { demoFolder } from '../demo-folder'
import { beside, driversAtWork, type Fleet } from './drivers-at-work'
import { limaText } from './lima-text'

/**
 * Whole rides on a server of their own, which one of them kills: an operator in a browser, drivers with devices of
 * their own.
 */
test.describe.configure({ mode: 'serial' })

/** Employee of a company, who rides often; the last digits of their number. */
const CLIENT = { name: 'Diego Neyra', digits: '000105' }
const MAX_KEYS = 12
/** Who says nothing is waited for as long as the spec's default only where that is what is tried: nowhere here. */
const ANSWER_S = 10
// Who is put to work drives a sedan or an SUV: the form begins with the product that the client took last, which the
// demo's hour decides, and Ejecutivo admits no hatchback (5, 11).
let folder: string
let server: ServerProcess
/** What the console's calls answer, beside what the page shows. */
let operator: Call
let root: Call
let origin: LatLng
let fleet: Fleet | null = null

test.beforeAll(async () => {
  folder = demoFolder()
  server = await startServerProcess({ DATA_DIR: folder })
  operator = await consoleSession(server.address)
  root = await consoleSession(server.address, 'root@demo.test')
  await root('POST', 'admin/settings/general/create', { time_request: ANSWER_S })
  const {
    items: [client],
  } = await operator<{ items: readonly { id: number }[] }>('GET', 'admin/dispatcher/clients', { q: CLIENT.digits })
  const {
    locations: [first],
  } = await operator<{ locations: readonly { lat: number; lng: number }[] }>('GET', 'admin/dispatcher/dataClient', {
    id_client: client?.id,
  })
  origin = [first?.lat ?? 0, first?.lng ?? 0]
})
test.afterEach(async () => {
  await fleet?.end()
  fleet = null
})
test.afterAll(async () => {
  await server?.end('SIGTERM')
})

test('from the phone ringing to the finish: quote, booking, offer, refusal, the next driver, ride, price', async ({
  page,
}) => {
  const [first, next] = await atWork([3, 'reject'], [7, 'accept'])
  await enterAs(page, 'operator@demo.test', { address: server.address })
  const id = await takeCall(page)
  const search = page.getByRole('region', { name: `Solicitud del servicio #${id}` })
  await expect(search).toContainText(first)
  await expect(search.getByRole('timer')).toBeVisible()
  await expect(page.getByText(`${first} no aceptó el servicio`).first()).toBeVisible()
  await expect(page.getByText(`${next} aceptó el servicio`).first()).toBeVisible()
  await expect(search).toContainText(next)
  // The form is there for the next call meanwhile.
  await expect(page.getByLabel('Cliente', { exact: false }).first()).toBeVisible()

  await page.goto(`${server.address}/actives`)
  const row = rowOf(page, id)
  await expect(row).toContainText(next.split(' ')[0] ?? next)
  await expect(row).toContainText(/En camino|Esperando|En curso|En destino/)
  await reached(id, 'finalized', 200_000)
  const item = await serviceOf(id)
  const stamps = [
    'date_created',
    'date_requested',
    'date_accepted',
    'date_onway',
    'date_waiting',
    'date_started',
    'date_arrived',
    'date_finalized',
  ].map((name) => item[name])
  expect(stamps.map((at) => typeof at)).toEqual(stamps.map(() => 'string'))
  expect([...stamps].sort()).toEqual(stamps)
  expect(item.price_total).toBeGreaterThan(0)
  await expect(rowOf(page, id)).toHaveCount(0)
  await page.goto(`${server.address}/services`)
  await expect(rowOf(page, id)).toContainText('Finalizado')
  // On a machine that is busy elsewhere the offer may end before it is refused.
  expect((await offersOf(id)).map(({ state }) => state)).toEqual([
    'accepted',
    expect.stringMatching(/rejected|expired/),
  ])
})

test('the tab is closed while a driver is asked: the next one is asked all the same', async ({ page, context }) => {
  const [, next] = await atWork([7, 'silent'], [9, 'accept'])
  await enterAs(page, 'operator@demo.test', { address: server.address })
  const tab = await context.newPage()
  await tab.goto(server.address)
  const id = await takeCall(tab)
  await tab.close()
  await reached(id, 'accepted', 240_000)
  expect((await offersOf(id)).map(({ state }) => state)).toEqual(['accepted', 'expired'])
  await page.goto(`${server.address}/actives`)
  await expect(rowOf(page, id)).toContainText(next.split(' ')[0] ?? next)
  // The same ride once more within minutes would be asked about.
  await root('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
})

test('the server is killed while a driver is asked, and started again: nobody has to do anything', async ({
  browser,
}) => {
  const [first, next] = await atWork([17, 'silent'], [13, 'accept'])
  // A page of its own: a browser logs what it cannot reach as an error.
  const context = await browser.newContext({
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await enterAs(page, 'operator@demo.test', { address: server.address })
  const id = await takeCall(page)
  await expect(page.getByRole('region', { name: `Solicitud del servicio #${id}` })).toContainText(first)
  expect(await server.end('SIGKILL')).toBe('SIGKILL')
  server = await startServerProcess({ DATA_DIR: folder, PORT: new URL(server.address).port })
  await expect(page.getByText(`${next} aceptó el servicio`).first()).toBeVisible({ timeout: 120_000 })
  expect((await offersOf(id)).map(({ state }) => state)).toEqual(['accepted', 'expired'])
  await reached(id, 'onway', 60_000)
  await context.close()
})

test('a booking for tomorrow waits, goes on air by itself when its time has come, and is driven', async ({ page }) => {
  // A day before its time, so that tomorrow's ride is looked for today.
  // Of every product: which one the form begins with the demo's hour decides.
  const { items: products } = await root<{ items: readonly { id: number }[] }>('GET', 'admin/products', {})
  for (const { id } of products) await root('POST', 'admin/products/create', { id, min_time_to_onway: 24 * 60 })
  const [driver] = await atWork([15, 'accept'])
  await enterAs(page, 'operator@demo.test', { address: server.address })
  const id = await takeCall(page, async () => {
    await page.keyboard.press('b')
    // Over the date that the form proposes.
    await page.keyboard.type(tomorrow())
    await page.keyboard.press('Tab')
  })
  // An operator stays on the board, also after a booking.
  await page.goto(`${server.address}/actives`)
  // At some hours the first page is full of what comes before.
  await search(page, String(id))
  const row = rowOf(page, id)
  await expect(row).toContainText('Programado')
  await reached(id, 'accepted', 150_000)
  await expect(row).toContainText(driver.split(' ')[0] ?? driver)
  const item = await serviceOf(id)
  expect(Date.parse(String(item.date_requested))).toBeGreaterThanOrEqual(Date.parse(String(item.date_onair)))
  expect(Date.parse(String(item.date_scheduled)) - Date.parse(String(item.date_requested))).toBeGreaterThan(
    23.9 * 3_600_000,
  )
})

/** Puts drivers to work, the first the nearest to where the client is; their names. */
async function atWork(
  ...who: readonly (readonly [number: number, answer: DriverAnswer])[]
): Promise<readonly [string, string]> {
  fleet = await driversAtWork(
    server.address,
    who.map(([number, answer], place) => ({ number, at: beside(origin, 60 + place * 500, 0), orders: [answer] })),
    40,
  )
  const names: string[] = []
  for (const driver of fleet.drivers) {
    await expect
      .poll(() => driver.seen()?.shift?.state ?? null, { message: `${driver.username} is at work` })
      .toBe('online')
    const seen = driver.seen()?.driver
    names.push(`${seen?.name ?? ''} ${seen?.surname ?? ''}`.trim())
  }
  return [names[0] ?? '', names[1] ?? '']
}

/**
 * Takes a call by the keyboard alone: who rings, from where to where, saved. `also` sets what else they want.
 * @returns the service's id
 */
async function takeCall(page: Page, also: () => Promise<void> = async () => {}): Promise<number> {
  await page.goto(`${server.address}/dispatcher`)
  await expect(page.getByRole('heading', { name: 'Nuevo servicio' })).toBeVisible()
  let keys = 0
  const press = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      keys += 1
      await page.keyboard.press(name)
    }
  }
  await press('n')
  await press(...CLIENT.digits)
  await expect(page.getByRole('option', { name: CLIENT.name }).first()).toBeVisible()
  await press('Enter')
  await expect(page.getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
  await press('1', '2')
  const price = page
    .getByRole('region', { name: 'Servicio' })
    .getByText(/^S\/\s[\d.,]+$/)
    .last()
  await expect(price).toBeVisible()
  await also()
  const saved = page.waitForResponse(/dispatcher\/create/)
  await press('Control+s')
  expect(keys).toBeLessThan(MAX_KEYS)
  const answer = (await (await saved).json()) as { ok: boolean; id: number }
  expect(answer.ok, JSON.stringify(answer)).toBe(true)
  return answer.id
}

async function reached(id: number, state: string, timeout: number): Promise<void> {
  const order = [
    'scheduled',
    'requested',
    'unassigned',
    'accepted',
    'onway',
    'waiting',
    'started',
    'arrived',
    'finalized',
  ]
  await expect
    .poll(async () => order.indexOf(String((await serviceOf(id)).state)), { timeout, intervals: [1000] })
    .toBeGreaterThanOrEqual(order.indexOf(state))
}

type Service = { readonly [name: string]: string } & { readonly price_total: number }
const serviceOf = async (id: number): Promise<Service> =>
  (await operator<{ item: Service }>('GET', 'admin/dispatcher/form', { id })).item

/** Who was asked, the last first. */
const offersOf = async (id: number): Promise<readonly { readonly state: string }[]> =>
  (await operator<{ items: readonly { state: string }[] }>('GET', 'admin/dispatcher/offers', { id_service: id })).items

/** The minute of tomorrow that is a day after the next one or the one after it. */
function tomorrow(): string {
  return limaText(Date.now() + 24 * 3_600_000 + (new Date().getSeconds() > 35 ? 120_000 : 60_000))
}

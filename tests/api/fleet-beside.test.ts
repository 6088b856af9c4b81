import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CALLER_EMAIL } from '../../custom/demo/model/caller-account'
import { DEMO_PASSWORD, driverEmail } from '../../custom/demo/model/driver-account'
import { ACTIVE } from '../../custom/service-states/model/service-state'
import { REPLIES } from '../../custom/simulator/model/whims'
import { makeTally } from '../../custom/simulator/model/tally'
import { httpCalls, simDriver } from '../../custom/simulator/server'
import { demoFolder } from '../demo-folder'
import { startServerProcess, type ServerProcess } from './server-process'

const SLOW_MS = 240_000
const folder = demoFolder()
let server: ServerProcess
let token = ''
beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: folder, FLEET: '10', FLEET_CALLERS: '9', FLEET_SPEED: '30' })
  token = String((await post('login/login', { username: 'operator@demo.test', password: DEMO_PASSWORD }))['token'])
}, SLOW_MS)
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Row = { readonly [column: string]: unknown }
const call = async (path: string, init: RequestInit = {}): Promise<Row> => {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
  const reply = await fetch(`${server.address}/api/admin/${path}`, { ...init, headers })
  const body = (await reply.json()) as Row
  expect(reply.status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body
}
const post = (path: string, body: object): Promise<Row> => call(path, { method: 'POST', body: JSON.stringify(body) })
const list = async (path: string, filters: object = {}): Promise<readonly Row[]> =>
  (await call(`${path}?limit=500&filters=${encodeURIComponent(JSON.stringify(filters))}`))['items'] as Row[]

test(
  'beside a demo people ring and drivers drive: rides of every state come to the board, and never more than there are callers',
  async () => {
    expect(server.said()).toContain('10 simulated drivers')
    expect(server.said()).toContain('9 simulated callers')
    const operators = await list('operators')
    const central = operators.find(({ email }) => email === CALLER_EMAIL)
    const before = (await list('dispatcher'))
      .filter(({ id_operator }) => id_operator !== central?.['id'])
      .map(({ id }) => id)
    const seen = new Set<unknown>()
    await vi.waitFor(
      async () => {
        const rides = await list('dispatcher', { id_operator: central?.['id'] })
        for (const { state } of rides) seen.add(state)
        expect(rides.length).toBeLessThanOrEqual(9)
        expect([...seen].sort()).toEqual([...ACTIVE].sort())
      },
      { timeout: 180_000, interval: 150 },
    )
    await vi.waitFor(
      async () => {
        expect(await list('services', { id_operator: central?.['id'], state: ['finalized'] })).not.toEqual([])
      },
      { timeout: 40_000, interval: 500 },
    )
    // Whose rides these are not stays as it is.
    expect((await list('dispatcher')).map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  },
  SLOW_MS,
)

/**
 * A booking for tomorrow that this driver may have: one of their own branch, as the demo's may all be of the others.
 */
async function bookFor(id_driver: number, id_client: number): Promise<void> {
  const [driver] = await list('drivers', { id: id_driver })
  const [branch] = await list('branches', { id: driver?.['id_branch'] })
  const { lat, lng } = branch as { lat: number; lng: number }
  const stops = [
    { lat, lng, address: 'Su sucursal' },
    { lat: lat + 0.01, lng, address: 'Cerca de ella' },
  ]
  const date_scheduled = new Date(Date.now() + 86_400_000).toISOString()
  const { products } = (await post('dispatcher/products', { stops, id_client, date_scheduled })) as {
    products: { id: number; fare: { error: unknown } }[]
  }
  // One of each product, as the driver's vehicle does not fit them all.
  for (const { id } of products.filter(({ fare }) => fare.error === null)) {
    await post('dispatcher/create', {
      id_client,
      id_product: id,
      stops,
      scheduled: 1,
      scheduled_dates: [date_scheduled],
      after: 'none',
    })
  }
}

test(
  'a driver with whims calls for help on their ride, writes back, finishes it, and puts their name on a booking',
  async () => {
    const api = httpCalls(server.address, makeTally())
    const driver = simDriver(api, {
      username: driverEmail(31),
      password: DEMO_PASSWORD,
      seed: 31,
      stays: true,
      every_s: 1,
      poll_s: 0.5,
      habits: {
        odds: { accept: 0, reject: 0, silent: 1 },
        speed: 60,
        whims: { release: 0, late: 0, noShow: 0, panic: 1, pause: 0, forward: 1 },
      },
    })
    await driver.logIn()
    let isBusy = false
    const live = setInterval(() => {
      if (isBusy) return
      isBusy = true
      void driver.live(Date.now()).finally(() => {
        isBusy = false
      })
    }, 100)
    try {
      await vi.waitFor(
        () => {
          expect(driver.seen()?.shift).toBeTruthy()
        },
        { timeout: 60_000 },
      )
      const { driver: who, vehicle } = driver.seen() ?? {}
      await post('driver_messages/send', { id_driver: who?.id, body: '¿Dónde está?' })
      const [lat, lng] = driver.place()
      const stops = [
        { lat, lng, address: 'Donde está' },
        { lat: lat + 0.002, lng, address: 'Cerca' },
      ]
      const [client] = await list('clients', { state: '1' })
      const { products } = (await post('dispatcher/products', { stops, id_client: client?.['id'] })) as {
        products: { id: number; fare: { error: unknown } }[]
      }
      const product = products.find(({ fare }) => fare.error === null)
      const { id } = await post('dispatcher/create', {
        id_client: client?.['id'],
        id_product: product?.id,
        stops,
        after: 'none',
      })
      await bookFor(Number(who?.id), Number(client?.['id']))
      await post('dispatcher/assignVehicle', { id_service: id, id_vehicle: vehicle?.id })
      await vi.waitFor(
        async () => {
          const [panic] = (await call('dispatcher/alerts'))['panics'] as Row[]
          expect(panic).toMatchObject({ id_service: id })
          const thread = (await call(`driver_messages/thread?id_driver=${who?.id}`)) as {
            items: { from_driver: number; body: string }[]
          }
          expect(REPLIES).toContain(thread.items.find(({ from_driver }) => from_driver === 1)?.body)
          expect(await list('services', { id, state: ['finalized'] })).toHaveLength(1)
        },
        { timeout: 120_000, interval: 500 },
      )
      await vi.waitFor(
        async () => {
          const bookings = await list('dispatcher', { scheduled: 1 })
          expect(bookings.filter(({ num_service_assignments: names }) => Number(names) > 0)).not.toEqual([])
        },
        { timeout: 60_000, interval: 500 },
      )
    } finally {
      clearInterval(live)
      await driver.leave()
    }
  },
  SLOW_MS,
)

test(
  'they go with the server',
  async () => {
    expect(await server.end('SIGTERM')).toBe(0)
  },
  SLOW_MS,
)

import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import { serveCall, type CallContext } from '#engine/server'
import { openDatabase } from '../../src/server/platform/database/open'
import { quote } from '../../custom/fares/server'
import { boxAround, wholeApp, pointAt } from '../api/whole-app'
import { freshDatabase } from '../postgres'
import { given } from '../open-fresh'
import { atLeast, type Bench } from './bench'

const MIN_ROWS = 1000
const WAYS = 200
const ZONES_EACH_WAY = 10
const [SOUTH, NORTH, WEST, EAST] = [-12.14, -12.06, -77.06, -77.0]

/** The context of a call, taken out of one that came through the front door. */
let context: CallContext | null = null
const lend = serveCall(
  defineCall({
    method: 'POST',
    path: 'test/lend',
    access: 'session',
    request: Type.Object({}),
    response: Type.Object({}),
  }),
  async (own) => {
    context = own
    return {}
  },
)

/**
 * Full quotes (terms, branch, zones, tolls, fare, sealed token) a second on one core, the ways between stops being
 * known.
 */
export async function fares({ env, quick, tell }: Bench): Promise<void> {
  const own = await freshDatabase(String(env['DATABASE_URL']))
  const database = await openDatabase(own.url)
  const at = await wholeApp(given(database), () => new Date(), { more: [{ name: 'lend', needs: {}, calls: [lend] }] })
  try {
    const ids = await fill(at.put)
    await at.call('operator', 'test/lend', {})
    if (!context) throw new Error('there is no context')
    const asked = Array.from({ length: WAYS }, (_, i) => ({
      id_product: ids[i % ids.length] ?? 0,
      stops: [placeAt(i), placeAt(i * 7 + 3)],
    }))
    for (const one of asked) await quote(context, one)
    const began = { wall: performance.now(), cpu: process.cpuUsage() }
    const until = began.wall + (quick ? 1000 : 4000)
    let n = 0
    for (; performance.now() < until; n++) await quote(context, asked[n % WAYS] ?? asked[0]!)
    const seconds = (performance.now() - began.wall) / 1000
    const { user, system } = process.cpuUsage(began.cpu)
    // By the processor's time, all threads of it: what else the machine does is none of ours.
    const perSecond = Math.round(n / ((user + system) / 1e6))
    tell('quotes a second of one core', String(perSecond), atLeast(perSecond, MIN_ROWS))
    tell('quotes a second by the clock, one after the other', (n / seconds).toFixed(0))
    const http = performance.now()
    const calls = quick ? 100 : 500
    for (let i = 0; i < calls; i++) await at.call('operator', 'fares/quote', asked[i % WAYS] ?? {})
    tell(
      'calls of fares/quote a second, with session, checks and JSON',
      (calls / ((performance.now() - http) / 1000)).toFixed(0),
    )
  } finally {
    await at.server.close()
    await database.close()
    await own.drop()
  }
}

/** A tariff by the meter and one of a hundred zones with every price, surcharges, tolls, and products over both. */
async function fill(put: Awaited<ReturnType<typeof wholeApp>>['put']): Promise<readonly number[]> {
  const place = (i: number, of: number, from: number, to: number) => from + ((i + 0.5) * (to - from)) / of
  await put('branches', { name: 'Lima', point: pointAt(-12.1, -77.03), area: boxAround(-12.1, -77.03, 0.3) })
  const meter = await put('tarifs', {
    type: '1',
    name: 'Estándar',
    price_base: '5',
    price_km: '1.5',
    price_minute: '0.25',
    service_fee_amount: '10',
  })
  const zoned = await put('tarifs', { type: '2', name: 'Zonas', price_base: '9', price_km: '1.1' })
  const zones: number[] = []
  for (let i = 0; i < ZONES_EACH_WAY ** 2; i++) {
    const lat = place(Math.floor(i / ZONES_EACH_WAY), ZONES_EACH_WAY, SOUTH, NORTH)
    const lng = place(i % ZONES_EACH_WAY, ZONES_EACH_WAY, WEST, EAST)
    zones.push(await put('zones', { id_tarif: zoned, name: `Zona ${i}`, path: boxAround(lat, lng, 0.0029) }))
  }
  for (const [i, from] of zones.entries()) {
    const to = zones.filter((_zone, j) => (i + j) % 4 === 0)
    for (const zone of to)
      await put('prices', { id_tarif: zoned, id_zone_from: from, id_zone_to: zone, amount: String(10 + (i % 30)) })
  }
  for (let i = 0; i < 50; i++) {
    await put('tolls', {
      name: `Peaje ${i}`,
      price: '6.9',
      coordinates: boxAround(place(i % 7, 7, SOUTH, NORTH), place(i % 11, 11, WEST, EAST), 0.001),
    })
  }
  for (let i = 0; i < 10; i++)
    await put('high_demands', { name: `Alta ${i}`, amount: '5', days: 'all', time_from: '00:00', time_to: '23:59' })
  const products: number[] = []
  for (let i = 0; i < 20; i++)
    products.push(
      await put('products', { name: `Producto ${i}`, id_tarif: i % 2 ? zoned : meter, capacity_1: 4, rank: i }),
    )
  return products
}

const placeAt = (i: number) => ({
  lat: SOUTH + (((i * 37) % 101) / 101) * (NORTH - SOUTH),
  lng: WEST + (((i * 53) % 97) / 97) * (EAST - WEST),
})

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import type { FleetVehicle } from '../../custom/fleet/model/fleet-vehicle'
import { LiveFleet } from '../../custom/fleet/server/live/live-fleet'
import { distance_m, type LatLng } from '../../custom/geometry/model/lat-lng'
import { newToken } from '../../src/server/language/actor/token'
import { childServer } from '../child-server'
import { freshDatabase } from '../postgres'
import { atLeast, atMost, type Bench } from './bench'
import { fleetSoak } from './fleet-soak'
import { fleetZones } from './fleet-zones'
import { floodPositions, part, perSecond } from './positions'
import { randomSource } from './random-areas'

const VEHICLES = 50_000
const NEAREST = 20
const DRIVERS = 10_000

/**
 * The fleet: the nearest in memory beside looking at everything; the map's polls; positions by HTTP into PostgreSQL,
 * none lost. With `--minutes` only a long flood of positions, with the memory it takes.
 */
export async function fleet(bench: Bench): Promise<void> {
  if (bench.minutes === null) nearest(bench)
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const server = await childServer('bench/fleet-server.ts', {
    DATABASE_URL: own.url,
    PROJECT_DIR: join(import.meta.dirname, '../..'),
    FLEET: '0',
  })
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { devices, token } = await fill(client)
    if (bench.minutes !== null)
      return await fleetSoak({ bench, minutes: bench.minutes, server, client, devices, token })
    await polls(bench, server.url, token)
    await fleetZones(bench, client, server.url, token)
    for (const size of [10, 1]) await positions(bench, server.url, client, devices, size)
  } finally {
    await client.end()
    await server.stop()
    await own.drop()
  }
}

function nearest({ tell, quick }: Bench): void {
  const random = randomSource(3)
  const somewhere = (): LatLng => [-12.2 + random() * 0.3, -77.15 + random() * 0.3]
  const live = new LiveFleet()
  const vehicles = Array.from({ length: VEHICLES }, (_, n): FleetVehicle => {
    const [lat, lng] = somewhere()
    return {
      id: n + 1,
      id_branch: null,
      id_type_vehicle: null,
      capacity_1: 4,
      code: null,
      plate: `P${n}`,
      brand: null,
      model: null,
      year: null,
      icon: 'car',
      id_driver: n + 1,
      us_name: null,
      us_surname: null,
      us_phone: null,
      us_rating_average: null,
      us_rating_count: null,
      availability: n % 3 === 0 ? 'online' : n % 3 === 1 ? 'busy' : 'offline',
      shift: null,
      service: null,
      requesting: null,
      today: { amount: 0, services: 0, until_ms: 0 },
      text: '',
      position: { lat, lng, course: null, speed: null, battery_level: null, mode: null, fix_ms: 0, version: 1 },
    }
  })
  live.learn(
    vehicles.map((vehicle) => ({ id: vehicle.id, fits: true as const, vehicle })),
    null,
    0,
  )
  const fits = ({ availability }: FleetVehicle): boolean => availability === 'online'
  const places = Array.from({ length: quick ? 1_000 : 10_000 }, somewhere)
  const times = places
    .map((at) => timed(() => live.near({ at, radius_m: 5_000, max: NEAREST, fits })))
    .sort((a, b) => a - b)
  const slow = places
    .slice(0, 30)
    .map((at) =>
      timed(() =>
        vehicles
          .flatMap((vehicle) =>
            fits(vehicle) && vehicle.position
              ? [{ vehicle, away: distance_m(at, [vehicle.position.lat, vehicle.position.lng]) }]
              : [],
          )
          .filter(({ away }) => away <= 5_000)
          .sort((a, b) => a.away - b.away)
          .slice(0, NEAREST),
      ),
    )
    .sort((a, b) => a - b)
  const [median, p99] = [part(times, 0.5), part(times, 0.99)]
  tell(
    `the nearest ${NEAREST} free of ${VEHICLES} vehicles within 5 km`,
    `p50 ${(median * 1000).toFixed(0)} µs, p99 ${(p99 * 1000).toFixed(0)} µs, ${(part(slow, 0.5) / median).toFixed(0)} times as fast as looking at all`,
    atMost(p99, 1, ' ms'),
  )
  const moves = vehicles.map(({ id }) => {
    const [lat, lng] = somewhere()
    return { id, position: { lat, lng, course: 1, speed: 30, battery_level: 50, mode: null, fix_ms: 1, version: 2 } }
  })
  const moved_ms = timed(() => live.move(moves, 1))
  tell('moves in memory', `${Math.round(VEHICLES / (moved_ms / 1000)).toLocaleString('en')} a second`)
}

/** Drivers on shift with phones, and an operator's session. */
async function fill(client: Client): Promise<{ readonly devices: readonly string[]; readonly token: string }> {
  const devices = Array.from({ length: DRIVERS }, () => randomBytes(16).toString('base64url'))
  const { token, hash } = newToken()
  await client.query(`
    insert into type_vehicles (name, icon) values ('Auto', 'car');
    insert into brand_vehicles (name) values ('Toyota');
    insert into users (name, surname, type_user, phone) select 'Conductor ' || n, 'Prueba', '2', '9' || n
    from generate_series(1, ${DRIVERS}) as n;
    insert into vehicles (plate, code, id_user, id_type_vehicle, id_brand_vehicle, model, year, capacity_1)
      select 'P' || u.id, 'C' || u.id, u.id, t.id, b.id, 'Yaris', 2022, 4 from users u, type_vehicles t,
        brand_vehicles b where u.type_user = '2';
    insert into driver_shifts (id_driver, id_vehicle, state, place, date_start)
      select id_user, id, 'online', id, now() - interval '1 hour' from vehicles;
    insert into users (name, type_user, id_role, language) select 'Root', '1', id, 'es' from roles where root;`)
  await client.query(
    `insert into driver_devices (id_driver, device, state) select u.id, d.device, 'on'
    from (select id, row_number() over (order by id) as n from users where type_user = '2') u
    join unnest($1::text[]) with ordinality as d (device, n) on d.n = u.n`,
    [devices],
  )
  await client.query(
    "insert into sessions (hash, id_user, platform, last_activity) select $1, max(id), 'web', now() from users",
    [hash],
  )
  await client.query('analyze')
  return { devices, token }
}

async function polls({ tell, quick }: Bench, url: string, token: string): Promise<void> {
  const ask = async (
    query: string,
  ): Promise<{
    readonly ms: number
    readonly body: { readonly since: string; readonly items: readonly unknown[] }
    readonly bytes: number
  }> => {
    const began = performance.now()
    const reply = await fetch(`${url}/api/admin/live/vehicles${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await reply.text()
    return {
      ms: performance.now() - began,
      body: JSON.parse(text) as { since: string; items: unknown[] },
      bytes: text.length,
    }
  }
  await ask('')
  const rounds = quick ? 5 : 30
  const full: number[] = []
  for (let n = 0; n < rounds; n++) full.push((await ask('')).ms)
  const whole = await ask('')
  // The next poll looks ten seconds back: by then the filling is longer ago.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const since = (await ask(`?since=${new Date().toISOString()}`)).body.since
  const idle: number[] = []
  let bytes = 0
  for (let n = 0; n < rounds * 5; n++) {
    const answer = await ask(`?since=${encodeURIComponent(since)}`)
    idle.push(answer.ms)
    bytes = answer.bytes
  }
  const sorted = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b)
  tell(
    `the whole map of ${whole.body.items.length} vehicles`,
    `p50 ${part(sorted(full), 0.5).toFixed(0)} ms, ${(whole.bytes / 1e6).toFixed(1)} MB before compression`,
  )
  tell(
    'an idle poll of it',
    `p50 ${part(sorted(idle), 0.5).toFixed(1)} ms, p99 ${part(sorted(idle), 0.99).toFixed(1)} ms, ${bytes} bytes`,
    atMost(part(sorted(idle), 0.5), 20, ' ms'),
  )
}

async function positions(
  { tell, quick }: Bench,
  url: string,
  client: Client,
  devices: readonly string[],
  size: number,
): Promise<void> {
  const { kept, refused, stored, seconds, calls, p50_ms, p99_ms } = await floodPositions({
    url,
    client,
    devices,
    size,
    seconds: quick ? 4 : 30,
    from_s: size === 1 ? 1_500 : 0,
  })
  tell(
    `positions by HTTP, ${size} a call, ${devices.length} phones, for ${seconds.toFixed(0)} s`,
    `${perSecond(kept, seconds)} a second in ${perSecond(calls, seconds)} calls, p50 ${p50_ms.toFixed(0)} ms, p99 ${p99_ms.toFixed(0)} ms, ${refused} calls refused`,
    ...(size > 1 ? [atLeast(Math.round(kept / seconds), 5_000, 10_000)] : []),
  )
  tell('answered and not stored', String(kept - stored), atMost(kept - stored, 0))
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

import { Pool } from 'pg'
import type { JsonObject } from '../../src/model/json'
import { newToken } from '../../src/server/language/actor/token'
import { freshDatabase } from '../postgres'
import { startServerProcess, type ServerProcess } from './server-process'

export interface RaceAnswer {
  readonly status: number
  readonly body: JsonObject
}
export interface RaceDriver {
  readonly id: number
  readonly vehicle: number
  readonly token: string
  readonly name: string
}

/**
 * Servers of the whole project in processes of their own on one PostgreSQL, and hands to put rows there past all of
 * them.
 */
export interface Town {
  readonly servers: ServerProcess[]
  readonly query: <Row extends object>(text: string, params?: readonly unknown[]) => Promise<Row[]>
  put(table: string, row: { readonly [column: string]: unknown }): Promise<number>
  /** One more process; its machine's clock may be ahead of the database's. */
  open(ahead_s?: number): Promise<ServerProcess>
  /** A token of a new operator. */
  operator(): Promise<string>
  /** A client who is logged in. */
  client(): Promise<{ readonly id: number; readonly token: string }>
  /** A driver on shift who stands there. */
  driver(lat: number, lng: number): Promise<RaceDriver>
  /** A service of the trip from there. */
  service(lat: number, lng: number, more?: { readonly [column: string]: unknown }): Promise<number>
  /**
   * A service on air that asks this driver, who has so many milliseconds to answer; both come to be at once, as in a
   * transaction.
   */
  asking(
    lat: number,
    lng: number,
    driver: RaceDriver,
    left_ms: number,
  ): Promise<{ readonly id: number; readonly offer: number }>
  ask(
    server: ServerProcess,
    method: 'GET' | 'POST',
    path: string,
    token: string,
    input?: JsonObject,
  ): Promise<RaceAnswer>
  close(): Promise<void>
}

const ENV = { DEMO: '0', FLEET: '0', LOG_LEVEL: 'error' }

/** @param first_ahead_s how far the clock of the first processes' machine is ahead of the database's */
export async function openTown(postgres: string, processes: number, first_ahead_s = 0): Promise<Town> {
  const own = await freshDatabase(postgres)
  const servers: ServerProcess[] = []
  const open = async (ahead_s = 0): Promise<ServerProcess> => {
    const server = await startServerProcess({
      ...ENV,
      DATABASE_URL: own.url,
      ...(ahead_s === 0 ? {} : { NODE_OPTIONS: `--import=${clockAhead(ahead_s)}` }),
    })
    servers.push(server)
    return server
  }
  await Promise.all(Array.from({ length: processes }, () => open(first_ahead_s)))
  const pool = new Pool({ connectionString: own.url, max: 8 })
  pool.on('error', () => {})
  const query: Town['query'] = async <Row extends object>(text: string, params: readonly unknown[] = []) =>
    (await pool.query<Row>(text, [...params])).rows
  const put: Town['put'] = async (table, row) => {
    const [made] = await query<{ id: number }>(insertOf(table, row), Object.values(row))
    if (!made) throw new Error(`no row of ${table}`)
    return made.id
  }
  const session = async (id_user: number, platform: string): Promise<string> => {
    const { token, hash } = newToken()
    await query('insert into sessions (hash, id_user, platform, last_activity) values ($1, $2, $3, now())', [
      hash,
      id_user,
      platform,
    ])
    return token
  }
  const [root] = await query<{ id: number }>('select id::int as id from roles where root limit 1')
  const tarif = await put('tarifs', { type: '1', name: 'Normal', price_base: 5, price_km: 1 })
  const product = await put('products', { name: 'Taxi', id_tarif: tarif, capacity_1: 4 })
  const type = await put('type_vehicles', { name: 'Auto', icon: 'car' })
  const brand = await put('brand_vehicles', { name: 'Toyota' })
  const passenger = await put('users', { type_user: '3', name: 'Ana', surname: 'Quispe', language: 'es' })
  const trip = (lat: number, lng: number) => ({
    state: 'created',
    id_client: passenger,
    id_product: product,
    id_tarif: tarif,
    org_point: `(${lng},${lat})`,
    org_address: 'Origen',
    dst_point: `(${lng},${lat + 0.01})`,
    dst_address: 'Destino',
    capacity_1: 1,
    price_base: 5,
    price_total: 5,
  })
  let made = 0
  return {
    servers,
    query,
    put,
    open,
    operator: async () =>
      session(
        await put('users', { type_user: '1', name: `Operador ${made++}`, language: 'es', id_role: root?.id }),
        'web',
      ),
    client: async () => {
      const id = await put('users', { type_user: '3', name: `Cliente ${made++}`, language: 'es' })
      return { id, token: await session(id, 'web') }
    },
    driver: async (lat, lng) => {
      const nth = ++made
      const name = `Chofer ${nth}`
      const id = await put('users', { type_user: '2', name, language: 'es' })
      const plate = `R${String.fromCharCode(65 + Math.floor(nth / 1000))}A-${String(nth % 1000).padStart(3, '0')}`
      const vehicle = await put('vehicles', {
        plate,
        id_user: id,
        id_type_vehicle: type,
        id_brand_vehicle: brand,
        model: 'Yaris',
        year: 2022,
        capacity_1: 4,
      })
      await put('vehicle_positions', {
        id_vehicle: vehicle,
        point: `(${lng},${lat})`,
        availability: 'online',
        date_fix: new Date(Date.now() + 3_600_000),
      })
      await put('driver_shifts', {
        id_driver: id,
        id_vehicle: vehicle,
        state: 'online',
        place: nth,
        date_start: new Date(),
      })
      return { id, vehicle, name, token: await session(id, 'android') }
    },
    service: (lat, lng, more = {}) => put('services', { ...trip(lat, lng), ...more }),
    asking: async (lat, lng, { id, vehicle }, left_ms) => {
      const row = { ...trip(lat, lng), state: 'requested', date_requested: new Date() }
      const n = Object.keys(row).length
      const [made] = await query<{ id: number; offer: number }>(
        `with s as (${insertOf('services', row)})
         insert into service_offers (id_service, id_driver, id_vehicle, state, date_deadline)
         select id, $${n + 1}, $${n + 2}, 'pending', $${n + 3} from s returning id::int as offer, id_service::int as id`,
        [...Object.values(row), id, vehicle, new Date(Date.now() + left_ms)],
      )
      if (!made) throw new Error('nobody is asked')
      return made
    },
    ask: async (server, method, path, token, input = {}) => {
      const url = new URL(`/api/${path}`, server.address)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      if (method === 'GET') for (const [key, value] of Object.entries(input)) url.searchParams.set(key, String(value))
      const reply = await (method === 'GET'
        ? fetch(url, { headers })
        : fetch(url, { method: 'POST', headers, body: JSON.stringify(input) }))
      return { status: reply.status, body: (await reply.json()) as JsonObject }
    },
    close: async () => {
      await pool.end()
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      await own.drop()
    },
  }
}

/**
 * A module that sets the clock of a process; its count of time since the start stays as it is, as on a machine that is
 * wrong by so much.
 */
function clockAhead(ahead_s: number): string {
  const code = `
    const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given) }
      static now() { return Real.now() + ${ahead_s * 1000} }
    }`
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
}

function insertOf(table: string, row: { readonly [column: string]: unknown }): string {
  const columns = Object.keys(row)
  const values = columns.map((column, i) => (POINTS.has(column) ? `$${i + 1}::point` : `$${i + 1}`))
  return `insert into ${table} (${columns.map((name) => `"${name}"`).join()}) values (${values.join()})
    returning id::int as id`
}

const POINTS = new Set(['point', 'org_point', 'dst_point'])

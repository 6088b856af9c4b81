import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'
import type { FleetPosition } from '../../model/fleet-vehicle'

/** Channel on which the processes tell each other about changed vehicles. */
export const FLEET_CHANNEL = 'tr_fleet'
/** Set to `on` in a transaction that announces its positions itself. */
const OWN_NEWS = 'toolrides.fleet_news'

/**
 * `v:` vehicles and `d:` drivers to be read again, `a` everything, `p:` positions as they are, `b:` nothing: its sender
 * waits to receive it.
 */
type News =
  | { readonly kind: 'vehicle' | 'driver'; readonly id: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'positions'; readonly moved: readonly MovedVehicle[] }
  | { readonly kind: 'mark'; readonly name: string }

export interface MovedVehicle {
  readonly id: number
  readonly position: FleetPosition
}

// PostgreSQL notices are shorter than 8,000 bytes.
const MAX_BYTES = 7_500

/** Sends positions to the other processes, within the transaction that stored them. */
export async function tellPositions(tx: Tx, from: string, moved: readonly MovedVehicle[]): Promise<void> {
  const payloads: string[] = []
  let text = ''
  for (const { id, position: p } of moved) {
    const one = JSON.stringify([
      id,
      p.lat,
      p.lng,
      p.course,
      p.speed,
      p.battery_level,
      p.mode,
      p.fix_ms,
      p.version,
    ]).slice(1, -1)
    if (text.length + one.length > MAX_BYTES) {
      payloads.push(text)
      text = ''
    }
    text += text === '' ? one : `,${one}`
  }
  if (text !== '') payloads.push(text)
  if (payloads.length === 0) return
  await sql`select pg_notify(${FLEET_CHANNEL}, 'p:' || ${from}::text || ':' || payload)
    from unnest(${payloads}::text[]) as payload`.execute(tx)
}

export async function tellMark(db: Db, name: string): Promise<void> {
  await sql`select pg_notify(${FLEET_CHANNEL}, ${`b:${name}`})`.execute(db)
}

/** Silences the triggers on `vehicle_positions` for this transaction, which announces its positions itself. */
export async function tellsItself(tx: Tx): Promise<void> {
  await sql`select set_config(${OWN_NEWS}, 'on', true)`.execute(tx)
}

/** Reads a notice; an unknown kind means everything. */
export function readNews(payload: string): News {
  const [kind, rest] = [payload.slice(0, 2), payload.slice(2)]
  if (kind === 'v:') return { kind: 'vehicle', id: Number(rest) }
  if (kind === 'd:') return { kind: 'driver', id: Number(rest) }
  if (kind === 'b:') return { kind: 'mark', name: rest }
  if (kind !== 'p:') return { kind: 'all' }
  const colon = rest.indexOf(':')
  return {
    kind: 'positions',
    moved: readMoved(JSON.parse(`[${rest.slice(colon + 1)}]`) as readonly (number | string | null)[]),
  }
}

const WIDTH = 9

function readMoved(values: readonly (number | string | null)[]): readonly MovedVehicle[] {
  const number = (at: number): number => Number(values[at])
  const orNull = (at: number): number | null => (values[at] === null ? null : Number(values[at]))
  return Array.from({ length: values.length / WIDTH }, (_, place) => {
    const at = place * WIDTH
    const mode = values[at + 6]
    return {
      id: number(at),
      position: {
        lat: number(at + 1),
        lng: number(at + 2),
        course: orNull(at + 3),
        speed: orNull(at + 4),
        battery_level: orNull(at + 5),
        mode: typeof mode === 'string' ? mode : null,
        fix_ms: number(at + 7),
        version: number(at + 8),
      },
    }
  })
}

const NEWS: readonly {
  readonly table: string
  readonly on: string
  readonly when?: string
  readonly tells: readonly string[]
}[] = [
  { table: 'vehicles', on: 'insert', tells: ["'v:' || new.id"] },
  { table: 'vehicles', on: 'update', when: 'old.* is distinct from new.*', tells: ["'v:' || new.id"] },
  { table: 'vehicles', on: 'delete', tells: ["'v:' || old.id"] },
  { table: 'vehicle_positions', on: 'insert', tells: ["'v:' || new.id_vehicle"] },
  {
    table: 'vehicle_positions',
    on: 'update',
    tells: ["'v:' || old.id_vehicle", "'v:' || new.id_vehicle"],
    when: `old.availability is distinct from new.availability or old.date_deleted is distinct from new.date_deleted
      or old.id_vehicle <> new.id_vehicle or current_setting('${OWN_NEWS}', true) is distinct from 'on'`,
  },
  { table: 'vehicle_positions', on: 'delete', tells: ["'v:' || old.id_vehicle"] },
  {
    table: 'users',
    on: 'update',
    tells: ["'d:' || new.id"],
    when: `new.type_user = '2' and (old.name, old.surname, old.phone, old.rating_average, old.rating_count, old.state,
      old.date_deleted)
      is distinct from (new.name, new.surname, new.phone, new.rating_average, new.rating_count, new.state,
        new.date_deleted)`,
  },
  { table: 'driver_shifts', on: 'insert', tells: ["'v:' || new.id_vehicle"] },
  { table: 'driver_shifts', on: 'update', tells: ["'v:' || old.id_vehicle", "'v:' || new.id_vehicle"] },
  { table: 'driver_shifts', on: 'delete', tells: ["'v:' || old.id_vehicle"] },
  { table: 'services', on: 'insert', when: 'new.id_vehicle is not null', tells: ["'v:' || new.id_vehicle"] },
  {
    table: 'services',
    on: 'update',
    tells: ["'v:' || old.id_vehicle", "'v:' || new.id_vehicle"],
    when: `(old.id_vehicle is not null or new.id_vehicle is not null)
      and (old.state, old.id_driver, old.id_vehicle, old.dst_point::text, old.price_total, old.date_deleted)
      is distinct from (new.state, new.id_driver, new.id_vehicle, new.dst_point::text, new.price_total,
        new.date_deleted)`,
  },
  { table: 'service_offers', on: 'insert', tells: ["'v:' || new.id_vehicle"] },
  {
    table: 'service_offers',
    on: 'update',
    when: 'old.state is distinct from new.state',
    tells: ["'v:' || new.id_vehicle"],
  },
  ...['type_vehicles', 'brand_vehicles', 'branches'].map((table) => ({ table, on: 'update', tells: ["'a'"] })),
]

/**
 * Puts triggers on the tables that the fleet in memory is read from, whoever writes them; a changed trigger is
 * replaced.
 */
export async function prepareNews(tx: Tx): Promise<void> {
  const there = await sql<{ name: string; said: string | null }>`
    select tgname as name, obj_description(oid, 'pg_trigger') as said from pg_trigger
    where tgname like 'tr\\_fleet\\_%'`.execute(tx)
  const known = new Map(there.rows.map(({ name, said }) => [name, said]))
  for (const { table, on, when = 'true', tells } of NEWS) {
    const name = `tr_fleet_${table}_${on}`
    const said = `${when}; ${tells.join(', ')}`
    if (known.get(name) === said) continue
    await sql
      .raw(`
      create or replace function ${name}() returns trigger language plpgsql as $$ begin
        ${tells.map((text) => `if ${text} is not null then perform pg_notify('${FLEET_CHANNEL}', ${text}); end if;`).join('\n        ')}
        return null;
      end $$`)
      .execute(tx)
    await sql.raw(`drop trigger if exists ${name} on ${table}`).execute(tx)
    await sql
      .raw(`create trigger ${name} after ${on} on ${table} for each row when (${when}) execute function ${name}()`)
      .execute(tx)
    await sql`comment on trigger ${sql.id(name)} on ${sql.table(table)} is ${sql.lit(said)}`.execute(tx)
  }
}

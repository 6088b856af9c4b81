import { sql } from 'kysely'
import { living, type Row } from '#app/tables'
import { type Db, openSecret } from '#engine/server'
import { PROVIDERS } from '../places/adapters/providers'
import { keysGeneration } from './keys-generation'

/** A key that may be used. */
export interface MapKey extends Row<'map_keys', 'id' | 'version' | 'provider' | 'api_key'> {
  /** Without a trailing slash; null: the provider's public address. */
  readonly url: string | null
}

// How late another process may notice a change. The counter of the month's cost is in the same rows, and notices would
// wake everybody.
const KEEP_MS = 5000

interface Kept {
  readonly generation: number
  readonly read_ms: number
  readonly keys: Promise<readonly MapKey[]>
}
const kept = new WeakMap<Db, Kept>()

/**
 * The active keys in the order in which they are asked: first those in use, the latest "use now" first, then the others
 * by id. Keys that lack what their provider needs are left out.
 */
export function activeKeys(db: Db): Promise<readonly MapKey[]> {
  const known = kept.get(db)
  if (known && known.generation === keysGeneration() && Date.now() - known.read_ms < KEEP_MS) return known.keys
  const reading: Kept = { generation: keysGeneration(), read_ms: Date.now(), keys: readKeys(db) }
  kept.set(db, reading)
  // A failure is not kept: the next call asks again.
  reading.keys.catch(() => {
    if (kept.get(db) === reading) kept.delete(db)
  })
  return reading.keys
}

const keys = (db: Db) =>
  living(db, 'map_keys').select(({ ref }) => [
    'id',
    'version',
    'provider',
    'api_key',
    sql<string | null>`nullif(rtrim(${ref('url')}, '/'), '')`.as('url'),
  ])

async function readKeys(db: Db): Promise<readonly MapKey[]> {
  const rows = await keys(db)
    .where('state', '=', '1')
    .orderBy('in_use', (by) => by.desc().nullsLast())
    .orderBy('date_in_use', (by) => by.desc().nullsLast())
    .orderBy('id')
    .execute()
  return rows.map((row) => opened(db, row)).filter(isUsable)
}

/** One key in any state; null: it does not exist. */
export async function keyById(db: Db, id: number): Promise<MapKey | null> {
  const row = await keys(db).where('id', '=', id).executeTakeFirst()
  return row ? opened(db, row) : null
}

const opened = (db: Db, row: MapKey): MapKey => ({ ...row, api_key: openSecret(db, 'map_keys.api_key', row.api_key) })

export function isUsable({ provider, api_key }: MapKey): boolean {
  const kind = PROVIDERS[provider]
  return kind !== undefined && (!kind.needsKey || api_key !== null)
}

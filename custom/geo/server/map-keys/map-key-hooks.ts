import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { addressKind, anyOf, type Db, type Hooks, type PresentAt } from '#engine/server'
import { usageDay } from './day-of'
import { keysChanged } from './keys-generation'
import { isIP } from 'node:net'

/**
 * Whether an address may be a cloud provider's metadata service, which hands out tokens of the machine itself. Private
 * networks are allowed: an own OSRM may run there. A name is judged by what it resolves to, when it is called
 * (`ask-json.ts`).
 */
export function isMetadataAddress(url: string): boolean {
  // An invalid address is reported by the field's own check.
  if (!URL.canParse(url)) return false
  // URL has converted every notation of an IPv4 address to dotted form.
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) === 0 ? host === 'metadata.google.internal' : addressKind(host) === 'metadata'
}

const SHOWN = 4

/** What of a secret tells it apart: `AIza····9xQ2`; for a short one only that it exists. */
function maskKey(key: string): string {
  return key.length < 4 * SHOWN ? '····' : `${key.slice(0, SHOWN)}····${key.slice(-SHOWN)}`
}

/** What accompanies a key's record: its mask, its use, its month, and that a key in use cannot be removed. */
export const mapKeyHooks: Hooks = {
  entity: 'map_keys',
  async beforeSave(_context, data, before) {
    const { url, api_key } = data
    if (typeof url === 'string' && isMetadataAddress(url))
      throw new AppError('VALIDATION', { errors: { url: { key: 'map_keys.link_local' } } })
    // A paused key is no longer in use, and comes back as one among others.
    const paused = data['state'] !== undefined && data['state'] !== '1' && before?.['in_use'] === 1
    return {
      ...data,
      ...(typeof api_key === 'string' && api_key !== '' && { key_hint: maskKey(api_key) }),
      ...(paused && { in_use: 0, date_in_use: null }),
      ...(movedProvider(data, before) && { in_use: 0, date_in_use: null }),
    }
  },
  async beforeRemove(_context, record) {
    if (record['in_use'] === 1) throw new AppError('CONFLICT', { say: 'map_keys.in_use_stays' })
  },
  async afterCommit() {
    keysChanged()
  },
  present,
}

/** One key of a provider is in use: a key moved to another provider starts as unused. */
const movedProvider = (data: JsonObject, before: JsonObject | null): boolean =>
  before?.['in_use'] === 1 && data['provider'] !== undefined && data['provider'] !== before['provider']

/** `using`, the cost of the current month, and its part of the limit. */
async function present(
  db: Db,
  records: readonly JsonObject[],
  { now, settings }: PresentAt,
): Promise<readonly JsonObject[]> {
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (ids.length === 0) return records
  const rows = await tables(db)
    .selectFrom('map_keys')
    .where('id', '=', anyOf(ids))
    .select(({ ref }) => [
      'id',
      'in_use',
      'cost_month',
      sql<number>`coalesce(${ref('month_limit')}, 0)::float8`.as('month_limit'),
      sql<number>`coalesce(${ref('cost')}, 0)::float8`.as('cost'),
    ])
    .execute()
  const { month } = usageDay(now, settings)
  const known = new Map(rows.map((row) => [row.id, row]))
  return records.map((record) => {
    const row = known.get(Number(record['id']))
    if (!row) return record
    const cost = row.cost_month === month ? Math.round(row.cost * 1e6) / 1e6 : 0
    return {
      ...record,
      using: row.in_use ? '1' : '0',
      cost,
      percent: row.month_limit > 0 ? Math.round((cost / row.month_limit) * 1000) / 10 : null,
    }
  })
}

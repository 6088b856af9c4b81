import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { anyOf, type Db, type Hooks, type PresentAt } from '#engine/server'
import { dayOf } from './day-of'
import { keysChanged } from './keys-generation'
import { isIPv6 } from 'node:net'

/**
 * Whether an address leads to the machine's own surroundings at a cloud provider (169.254.0.0/16, fe80::/10, fd00:ec2::254), where tokens
 * of the machine itself are handed out. Private networks are allowed: one's own OSRM stands there.
 */
export function isLinkLocal(url: string): boolean {
  // What is no address, the field's own check tells.
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  // URL has brought every way of writing an IPv4 address into dotted form.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIPv6(host)) return /^fe[89ab]/i.test(host) || host === 'fd00:ec2::254' || /^::ffff:a9fe:/i.test(host)
  return host.startsWith('169.254.') || host === 'metadata.google.internal'
}

const SHOWN = 4

/** A secret as those may see it who may not have it: `AIza····9xQ2`; of a short one nothing but that it is there. */
function maskKey(key: string): string {
  return key.length < 4 * SHOWN ? '····' : `${key.slice(0, SHOWN)}····${key.slice(-SHOWN)}`
}

/** What goes with a key's record: its mask, its use, its month, and that one in use stays. */
export const mapKeyHooks: Hooks = {
  entity: 'map_keys',
  async beforeSave(_context, data, before) {
    const { url, api_key } = data
    if (typeof url === 'string' && isLinkLocal(url)) throw new AppError('VALIDATION', { errors: { url: { key: 'map_keys.link_local' } } })
    // A key that is paused is used no longer, and comes back as one among others.
    const paused = data['state'] !== undefined && data['state'] !== '1' && before?.['in_use'] === 1
    return {
      ...data,
      ...api_key !== undefined && { key_hint: typeof api_key === 'string' && api_key !== '' ? maskKey(api_key) : null },
      ...paused && { in_use: 0, date_in_use: null },
      ...movedProvider(data, before) && { in_use: 0, date_in_use: null },
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

/** In use is one key of a provider: what becomes another provider's starts at the back. */
const movedProvider = (data: JsonObject, before: JsonObject | null): boolean =>
  before?.['in_use'] === 1 && data['provider'] !== undefined && data['provider'] !== before['provider']

/** `using`, the cost of the month that is running, how much of the limit that is, and the masked key for whoever may not have it whole. */
async function present(db: Db, records: readonly JsonObject[], { now, settings }: PresentAt): Promise<readonly JsonObject[]> {
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (ids.length === 0) return records
  const rows = await tables(db).selectFrom('map_keys').where('id', '=', anyOf(ids)).select(({ ref }) => [
    'id', 'in_use', 'key_hint', 'cost_month',
    sql<number>`coalesce(${ref('month_limit')}, 0)::float8`.as('month_limit'), sql<number>`coalesce(${ref('cost')}, 0)::float8`.as('cost'),
  ]).execute()
  const { month } = dayOf(now, settings)
  const known = new Map(rows.map((row) => [row.id, row]))
  return records.map((record) => {
    const row = known.get(Number(record['id']))
    if (!row) return record
    const cost = row.cost_month === month ? Math.round(row.cost * 1e6) / 1e6 : 0
    return {
      ...record,
      api_key: record['api_key'] ?? row.key_hint,
      using: row.in_use ? '1' : '0',
      cost,
      percent: row.month_limit > 0 ? Math.round((cost / row.month_limit) * 1000) / 10 : null,
    }
  })
}

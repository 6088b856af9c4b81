import { sql } from 'kysely'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'
import type { Db } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import { loadActor } from '../../language/actor/actor'
import { isAccessOver } from '../../language/actor/access-until'
import { addressRefused, isAllowed } from '../../platform/network/allowed-addresses'
import { keyFits, prefixOf } from './api-key'
import { keyCalls } from './key-rate'
import { keyActor, readRights } from '../../language/actor/key-rights'
import { DAY_MS } from '../../../model/values/zone-time'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

// Cached keys are read again after this long, even if a notice got lost.
const KEEP_MS = 60_000
const MAX_KEPT = 20_000

interface StoredKey {
  readonly id: number
  readonly name: string
  readonly hash: string
  readonly id_user: number
  readonly rights: string
  readonly status: string
  readonly made_ms: number
  readonly expires_ms: number
}

interface Kept {
  readonly key: StoredKey
  /** Null: inactive or removed. */
  readonly owner: Actor | null
  /** The last day of its owner's access; null: there is none. */
  readonly access_until: string | null
  /** From which its owner's role may ask; null: from everywhere. */
  readonly addresses: string | null
  readonly read_ms: number
}

/** API keys by their public part, kept in memory until something they are derived from changes. */
export interface KeyStore {
  /**
   * Who asks with a key; counts the call.
   * @returns null when there is no such key
   * @throws {AppError} UNAUTHENTICATED with the reason, for holders of a key that works no more; TOO_MANY
   */
  find(token: string, address: string, ip: string): Promise<Actor | null>
  /** Forgets what is cached: a user, a role, a right or a key changed. */
  forget(): void
}

export function keyStore(runtime: Runtime): KeyStore {
  const kept = new Map<string, Kept>()
  const calls = keyCalls()
  // A read that began before a change must not be kept after it.
  let generation = 0

  async function read(prefix: string): Promise<Kept | null> {
    const at = generation
    const { db } = runtime.database
    const key = await storedKey(db, prefix)
    if (!key) return null
    const role = await engineTables(db)
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.id_role')
      .select(['r.addresses', sql<string | null>`u.access_until::text`.as('access_until')])
      .where('u.id', '=', key.id_user)
      .executeTakeFirst()
    const addresses = typeof role?.addresses === 'string' ? role.addresses : null
    const found = {
      key,
      addresses,
      access_until: role?.access_until ?? null,
      owner: await loadActor(db, runtime, key.id_user, true),
      read_ms: runtime.now().getTime(),
    }
    if (kept.size >= MAX_KEPT) kept.clear()
    if (at === generation) kept.set(prefix, found)
    return found
  }

  return {
    async find(token, address, ip) {
      const prefix = prefixOf(token)
      if (prefix === null) return null
      const now = runtime.now()
      const known = kept.get(prefix)
      const found = known && Math.abs(now.getTime() - known.read_ms) < KEEP_MS ? known : await read(prefix)
      if (!found || !keyFits(token, found.key.hash)) return null
      const { key, owner } = found
      const settings = await runtime.settings()
      const { api_key_calls, api_key_max_days } = settings
      if (key.status === 'revoked') throw new AppError('UNAUTHENTICATED', { say: 'errors.key_revoked' })
      const ends_ms = Math.min(key.expires_ms, key.made_ms + Number(api_key_max_days) * DAY_MS)
      if (key.status === 'expired' || now.getTime() >= ends_ms)
        throw new AppError('UNAUTHENTICATED', { say: 'errors.key_expired' })
      if (!isAllowed(found.addresses, ip)) throw addressRefused('FORBIDDEN')
      if (!owner || isAccessOver(found.access_until, owner.root, settings, now))
        throw new AppError('UNAUTHENTICATED', { say: 'errors.key_owner' })
      await calls.count(runtime.database.db, key.id, Number(api_key_calls), now, address)
      return keyActor(owner, { ...key, rights: readRights(key.rights) })
    },
    forget() {
      generation++
      kept.clear()
    },
  }
}

async function storedKey(db: Db, prefix: string): Promise<StoredKey | undefined> {
  return await livingRows(db, 'api_keys')
    .where('prefix', '=', prefix)
    .select([
      'id',
      'name',
      'hash',
      'id_user',
      'rights',
      'status',
      sql<number>`(extract(epoch from date_created) * 1000)::float8`.as('made_ms'),
      sql<number>`(extract(epoch from date_expires) * 1000)::float8`.as('expires_ms'),
    ])
    .executeTakeFirst()
}

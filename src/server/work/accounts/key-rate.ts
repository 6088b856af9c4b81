import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Db } from '../../platform/database/database'
import { MINUTE_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

// A server takes a twentieth of the limit at a time, so that most calls write nothing.
const PARTS = 20

interface Share {
  readonly minute: number
  /** Calls that this server may still answer without asking the database. */
  left: number
  /** The limit of this minute is used up. */
  isSpent: boolean
}

/** Counts the calls of keys, a minute of the clock at a time. */
interface KeyCalls {
  /** @param max calls a minute, over all servers @throws {AppError} TOO_MANY with `retry_s` */
  count(db: Db, id: number, max: number, now: Date, address: string): Promise<void>
}

/**
 * All servers count in the key's row, each in small shares that it takes in advance: never more calls than the limit,
 * and with several servers, near the limit, a few less. With a share goes the time and the address of the key's last
 * use, once a minute.
 */
export function keyCalls(): KeyCalls {
  const shares = new Map<number, Share>()
  return {
    async count(db, id, max, now, address) {
      const minute = Math.floor(now.getTime() / MINUTE_MS)
      const known = shares.get(id)
      const share = known?.minute === minute ? known : { minute, left: 0, isSpent: false }
      shares.set(id, share)
      if (share.left > 0) {
        share.left--
        return
      }
      if (!share.isSpent) {
        const taken = await take(db, id, { minute, max, part: Math.max(1, Math.floor(max / PARTS)), now, address })
        share.left += Math.max(0, taken - 1)
        share.isSpent = taken === 0
        if (taken > 0) return
      }
      const retry_s = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000))
      throw new AppError('TOO_MANY', { say: 'errors.key_too_many', params: { retry_s, max } })
    },
  }
}

interface KeyUse {
  readonly minute: number
  readonly max: number
  readonly part: number
  readonly now: Date
  readonly address: string
}

/**
 * @returns how many of the calls asked for were left; a server whose clock is behind counts in the minute of the others
 */
async function take(db: Db, id: number, { minute, max, part, now, address }: KeyUse): Promise<number> {
  const isSame = sql<boolean>`coalesce(minute, 0) >= ${minute}`
  const row = await engineTables(db)
    .updateTable('api_keys')
    .set({
      minute: sql`greatest(coalesce(minute, 0), ${minute})`,
      minute_calls: sql`case when ${isSame} then minute_calls else 0 end + ${part}`,
      last_used: sql`case when ${isSame} then last_used else ${now.toISOString()}::timestamptz end`,
      last_address: sql`case when ${isSame} then last_address else ${address} end`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`(not ${isSame} or minute_calls < ${max})`)
    .returning('minute_calls')
    .executeTakeFirst()
  return row ? Math.max(0, part - Math.max(0, Number(row.minute_calls) - max)) : 0
}

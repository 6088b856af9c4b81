import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'

/** Digits of a number within the country. */
const LOCAL_DIGITS = 9

/** Active clients with this number, with or without its country; at most two, since of several nobody is meant. */
export async function clientsByPhone(db: Db | Tx, phone: string): Promise<readonly number[]> {
  const digits = phone.replace(/\D/g, '')
  const local = digits.slice(-LOCAL_DIGITS)
  const rows = await living(db, 'users').where('type_user', '=', '3').where('state', '=', '1')
    .where(sql<boolean>`tr_fold(phone) like ${`%${local}`}`)
    .where('phone', 'in', [...new Set([digits, `+${digits}`, local])]).select('id').orderBy('id').limit(2).execute()
  return rows.map(({ id }) => id)
}

/** The one active client with this number; of several nobody. */
export async function clientByPhone(db: Db | Tx, phone: string): Promise<number | null> {
  const [one, another] = await clientsByPhone(db, phone)
  return another === undefined ? one ?? null : null
}

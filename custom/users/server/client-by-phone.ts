import { KIND } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'

/** Digits of a number within the country: of a mobile, and of a fixed line after its `0`. */
const LOCAL_DIGITS = 9
const FIXED_DIGITS = 8

/** The ways in which a number may be kept: with its country, and as it is dialled there. */
export function phoneForms(phone: string): readonly string[] {
  const digits = phone.replace(/\D/g, '')
  return [
    ...new Set([
      digits,
      `+${digits}`,
      digits.slice(-LOCAL_DIGITS),
      ...(digits.length > LOCAL_DIGITS ? [`0${digits.slice(-FIXED_DIGITS)}`] : []),
    ]),
  ]
}

/** Active clients with this number, with or without its country; at most two, since of several nobody is meant. */
export async function clientsByPhone(db: Db | Tx, phone: string): Promise<readonly number[]> {
  const tail = phone.replace(/\D/g, '').slice(-FIXED_DIGITS)
  const rows = await living(db, 'users')
    .where('type_user', '=', KIND.client)
    .where('state', '=', '1')
    .where(sql<boolean>`tr_fold(phone) like ${`%${tail}`}`)
    .where('phone', 'in', phoneForms(phone))
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** The one active client with this number; of several nobody. */
export async function clientByPhone(db: Db | Tx, phone: string): Promise<number | null> {
  const [one, another] = await clientsByPhone(db, phone)
  return another === undefined ? (one ?? null) : null
}

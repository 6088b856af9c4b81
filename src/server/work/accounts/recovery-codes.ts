import { createHash, randomInt } from 'node:crypto'
import type { Db, Tx } from '../../platform/database/database'
import { engineTables } from '../../platform/database/engine-tables'

const CODES = 10
const GROUPS = 3
// Without letters and digits that are taken for one another (Crockford's base 32): 60 bits in twelve of them.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP_CHARS = 4

/** Ten new codes in place of the old ones. @returns the codes, of which only hashes are stored */
export async function renewCodes(tx: Tx, id_user: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
  const date = now.toISOString()
  await engineTables(tx).deleteFrom('recovery_codes').where('id_user', '=', id_user).execute()
  await engineTables(tx)
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ id_user, hash: hashOf(id_user, code), date_created: date, date_updated: date })))
    .execute()
  return codes
}

/** Uses a code up. @returns how many are left; null: it is no unused code of this person */
export async function spendCode(tx: Tx, id_user: number, code: string, now: Date): Promise<number | null> {
  const date = now.toISOString()
  const used = await engineTables(tx)
    .updateTable('recovery_codes')
    .set({ date_used: date, date_updated: date })
    .where('hash', '=', hashOf(id_user, code))
    .where('date_used', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? codesLeft(tx, id_user) : null
}

export async function codesLeft(db: Db | Tx, id_user: number): Promise<number> {
  const rows = await engineTables(db)
    .selectFrom('recovery_codes')
    .select('id')
    .where('id_user', '=', id_user)
    .where('date_used', 'is', null)
    .execute()
  return rows.length
}

const group = (): string => Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * However it is written: with or without dashes, in capitals, `o` for `0`, `i` and `l` for `1`. Random, so no salt and
 * no slow hash is needed.
 */
function hashOf(id_user: number, code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(`${id_user} ${plain}`).digest('hex')
}

import { sql } from 'kysely'
import type { DataChange } from '#engine/server'

/** Mobile numbers that earlier versions kept with the code of the house's country, as they are kept now: without it. */
export const HOME_PHONES: DataChange = {
  name: 'users.home-phones', table: 'users',
  async change(tx, ids) {
    const { numAffectedRows } = await sql`update users set phone = right(phone, 9)
      where id = any(${[...ids]}::int[]) and phone ~ '^[+]?51[0-9]{9}$'`.execute(tx)
    return Number(numAffectedRows ?? 0)
  },
}

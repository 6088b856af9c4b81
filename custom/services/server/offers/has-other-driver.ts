import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'

/** Another driver has a ride than the asker knows of: the sentence names them, the answer has `id_driver`. */
export async function hasOtherDriver(tx: Tx, id_driver: number | null): Promise<AppError> {
  const driver = await tables(tx)
    .selectFrom('users')
    .where('id', '=', id_driver)
    .select(({ ref }) => sql<string>`concat_ws(' ', ${ref('name')}, ${ref('surname')})`.as('name'))
    .executeTakeFirst()
  return new AppError('CONFLICT', {
    say: 'services.has_driver',
    params: { name: driver?.name ?? '' },
    body: { id_driver },
  })
}

import type { Json } from '../../../model/json'
import { isCountedId } from '../../../model/values/id-value'
import type { Runtime } from '../../language/runtime'
import { engineTables } from '../database/engine-tables'

/**
 * The address of a user's picture, from the value in their row, for a session or (null) for everybody who has it; null
 * without one.
 */
export async function personPic(
  { database: { db }, files }: Runtime,
  pic: Json | undefined,
  id_session: number | null,
): Promise<string | null> {
  if (!isCountedId(pic)) return null
  const file = await engineTables(db).selectFrom('files').select('name').where('id', '=', pic).executeTakeFirst()
  return file ? files.links.url(pic, String(file.name), id_session) : null
}

import { living } from '#app/tables'
import type { Db } from '#engine/server'
import { readSites } from '../model/allowed-sites'

/** The sites that may show a widget's page in a frame; none for one that is not there. */
export async function framedBy(db: Db, id: string): Promise<readonly string[]> {
  if (!/^\d{1,9}$/.test(id)) return []
  const row = await living(db, 'widgets')
    .where('id', '=', Number(id))
    .where('state', '=', '1')
    .select('sites')
    .executeTakeFirst()
  return readSites(row?.sites ?? null).sites
}

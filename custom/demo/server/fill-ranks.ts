import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { rankZoneRecords } from '../model/zone-records'

/** Two zones in which drivers wait; where nobody waits in the one, the one before it follows. */
export async function putDemoRanks(writer: DemoWriter, moments: Moments): Promise<void> {
  const date_created = moments.clock(-60, 9 * 3600).toISOString()
  let before: number | null = null
  for (const zone of rankZoneRecords())
    [before = null] = await writer.insert('rank_zones', 1, () => ({ ...zone, id_next_1: before, date_created }))
}

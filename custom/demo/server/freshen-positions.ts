import { sql } from 'kysely'
import type { DemoStart } from '../../../src/server/feature'

// Younger than this, somebody drives: the fleet needs no help to look alive.
const STALE_MIN = 10

/** Brings the made-up fleet's last positions to the present, all by the same time: a demo opened another day is not a fleet that went home. */
export async function freshenPositions({ database: { db } }: DemoStart): Promise<void> {
  await sql`
    update vehicle_positions set date_fix = date_fix + (now() - newest.at), date_updated = now()
    from (select max(date_fix) as at from vehicle_positions) as newest
    where newest.at < now() - make_interval(mins => ${STALE_MIN})`.execute(db)
}

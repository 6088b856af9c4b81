import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { issueDevice } from '../../../fleet/server'

/** The id of a driver's phone by the name it gives itself: the one it has, or a new one. */
export async function deviceFor(tx: Tx, id_driver: number, name: string): Promise<string> {
  // Two log-ins at once of one phone: the second finds what the first made.
  await sql`select 1 from users where id = ${id_driver} for no key update`.execute(tx)
  const { rows: [known] } = await sql<{ device: string }>`
    select device from driver_devices where id_driver = ${id_driver} and name = ${name} and state = 'on' and date_deleted is null
    order by id desc limit 1`.execute(tx)
  return known?.device ?? issueDevice(tx, id_driver, name)
}

/** A phone of his tells no positions any more. */
export async function switchOff(tx: Tx, id_driver: number, device: string): Promise<void> {
  await sql`update driver_devices set state = 'off', version = version + 1 where id_driver = ${id_driver} and device = ${device}`.execute(tx)
}

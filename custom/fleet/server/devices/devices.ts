import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'

// 128 random bits: nobody guesses the name that alone lets a phone tell positions.
const DEVICE_BYTES = 16
const NAME_LENGTH = 80

/** A new device of a driver. @returns its identifier, base64url, which is told to the phone and to nobody else */
export async function issueDevice(tx: Tx, id_driver: number, name: string | null = null): Promise<string> {
  const device = randomBytes(DEVICE_BYTES).toString('base64url')
  await sql`insert into driver_devices (id_driver, device, name, state) values (${id_driver}, ${device}, ${name?.slice(0, NAME_LENGTH) ?? null}, 'on')`.execute(tx)
  return device
}

/** Whose phone it is; null: no device that is on, of no driver who is switched on. */
export async function driverOfDevice(db: Db | Tx, device: string): Promise<number | null> {
  const { rows: [row] } = await sql<{ id_driver: number }>`
    select d.id_driver from driver_devices d join users u on u.id = d.id_driver and u.date_deleted is null and u.state = '1' and u.type_user = '2'
    where d.device = ${device} and d.state = 'on' and d.date_deleted is null`.execute(db)
  return row?.id_driver ?? null
}

import { randomBytes } from 'node:crypto'
import { living, tables } from '#app/tables'
import type { Db, Tx } from '#engine/server'

// 128 random bits: nobody guesses the name that alone lets a phone tell positions.
const DEVICE_BYTES = 16
const NAME_LENGTH = 80

/** A new device of a driver. @returns its identifier, base64url, which is told to the phone and to nobody else */
export async function issueDevice(tx: Tx, id_driver: number, name: string | null = null): Promise<string> {
  const device = randomBytes(DEVICE_BYTES).toString('base64url')
  await tables(tx).insertInto('driver_devices').values({ id_driver, device, name: name?.slice(0, NAME_LENGTH) ?? null, state: 'on' }).execute()
  return device
}

/** Whose phone it is; null: no device that is on, of no driver who is switched on. */
export async function driverOfDevice(db: Db | Tx, device: string): Promise<number | null> {
  const row = await living(db, 'driver_devices as d')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'd.id_driver').on('u.date_deleted', 'is', null).on('u.state', '=', '1').on('u.type_user', '=', '2'))
    .where('d.device', '=', device).where('d.state', '=', 'on').select('d.id_driver').executeTakeFirst()
  return row?.id_driver ?? null
}

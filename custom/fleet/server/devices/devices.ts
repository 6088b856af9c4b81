import { KIND } from '#app/asker'
import { randomBytes } from 'node:crypto'
import { living, tables } from '#app/tables'
import { type Db, onAccessEnd, raised, type Tx } from '#engine/server'

// 128 random bits: nobody can guess the identifier that alone lets a phone send positions.
const DEVICE_BYTES = 16
const NAME_LENGTH = 80

/** Adds a device for a driver. @returns its identifier, base64url, which is given to the phone and to nobody else */
export async function issueDevice(tx: Tx, id_driver: number, name: string | null = null): Promise<string> {
  const device = randomBytes(DEVICE_BYTES).toString('base64url')
  await tables(tx)
    .insertInto('driver_devices')
    .values({ id_driver, device, name: name?.slice(0, NAME_LENGTH) ?? null, state: 'on' })
    .execute()
  return device
}

/** The driver of a device; null: the device or its driver is unknown or switched off. */
export async function driverOfDevice(db: Db | Tx, device: string): Promise<number | null> {
  const row = await living(db, 'driver_devices as d')
    .innerJoin('users as u', (join) =>
      join
        .onRef('u.id', '=', 'd.id_driver')
        .on('u.date_deleted', 'is', null)
        .on('u.state', '=', '1')
        .on('u.type_user', '=', KIND.driver),
    )
    .where('d.device', '=', device)
    .where('d.state', '=', 'on')
    .select('d.id_driver')
    .executeTakeFirst()
  return row?.id_driver ?? null
}

/**
 * The phones of a driver who was switched off send no more, also once the driver is back: a log-in gives them an
 * identifier anew.
 */
export const switchOffDevices = onAccessEnd(async (tx, id_driver, now) => {
  await tables(tx)
    .updateTable('driver_devices')
    .set({ state: 'off', ...raised(now) })
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'on')
    .execute()
})

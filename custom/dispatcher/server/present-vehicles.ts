import type { Hooks } from '#engine/server'

/** Adds to a vehicle who drives it (spec 1 §7, `GET vehicles/{id}: user{id}`); null while nobody does. */
export const presentVehicles: Hooks = {
  entity: 'vehicles',
  presentReads: ['id_user', 'us_name', 'us_surname'],
  async present(_db, records) {
    return records.map((record) => {
      const { id_user = null, us_name = null, us_surname = null } = record
      return { ...record, user: id_user === null ? null : { id: id_user, name: us_name, surname: us_surname } }
    })
  },
}

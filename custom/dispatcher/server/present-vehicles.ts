import type { Hooks } from '#engine/server'

/** Beside a vehicle (spec 1 §7, `GET vehicles/{id}: user{id}`): who drives it; null while nobody does. */
export const presentVehicles: Hooks = {
  entity: 'vehicles',
  async present(_db, records) {
    return records.map((record) => {
      const { id_user = null, us_name = null, us_surname = null } = record
      return { ...record, user: id_user === null ? null : { id: id_user, name: us_name, surname: us_surname } }
    })
  },
}

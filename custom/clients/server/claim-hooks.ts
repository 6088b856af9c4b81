import { living } from '#app/tables'
import { isCountedId, type JsonObject, DAY_MS } from '#engine/model'
import type { Hooks } from '#engine/server'

/** A new claim is about the people and the day of its ride, and is answered within a day where nobody says otherwise. */
export const claimHooks: Hooks = {
  entity: 'service_claims',
  async beforeSave({ tx, now }, data, before): Promise<JsonObject> {
    const id = data['id_service']
    if (before !== null || !isCountedId(id)) return data
    const ride = await living(tx, 'services')
      .where('id', '=', Number(id))
      .select(['id_client', 'id_driver', 'id_vehicle', 'date_started', 'date_scheduled', 'date_created'])
      .executeTakeFirst()
    if (!ride) return data
    const { date_started, date_scheduled, date_created, ...people } = ride
    return {
      ...data,
      ...people,
      // Callers remember the day that they rode.
      date_ride: new Date(date_started ?? date_scheduled ?? date_created).toISOString(),
      date_deadline: data['date_deadline'] ?? new Date(now.getTime() + DAY_MS).toISOString(),
    }
  },
}

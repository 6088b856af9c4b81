import { tables } from '#app/tables'
import type { Hooks } from '#engine/server'

/**
 * Two records of one vehicle become one. Where the one that goes was last is where no vehicle is; where it drove stays
 * with it, as what was recorded of it. A shift that it is in is refused by the other's, or follows.
 */
export const vehicleHooks: Hooks = {
  entity: 'vehicles',
  async beforeMerge({ tx }, { id }) {
    await tables(tx).deleteFrom('vehicle_positions').where('id_vehicle', '=', Number(id)).execute()
  },
}

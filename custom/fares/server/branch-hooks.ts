import { isZone, wrong } from '#engine/model'
import type { Hooks } from '#engine/server'

/** A branch's time zone is one that there is: by another its surcharges would go by the company's clock, and nobody be told. */
export const branchHooks: Hooks = {
  entity: 'branches',
  async beforeSave(_context, data) {
    const { timezone } = data
    if (typeof timezone === 'string' && timezone !== '' && !isZone(timezone)) throw wrong('timezone', 'fares.timezone')
    return data
  },
}

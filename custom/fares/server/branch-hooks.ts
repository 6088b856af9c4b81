import { isZone, wrong } from '#engine/model'
import type { Hooks } from '#engine/server'

/** A branch's time zone must exist: otherwise its surcharges would follow the company's clock, and nobody would notice. */
export const branchHooks: Hooks = {
  entity: 'branches',
  async beforeSave(_context, data) {
    const { timezone } = data
    if (typeof timezone === 'string' && timezone !== '' && !isZone(timezone)) throw wrong('timezone', 'fares.timezone')
    return data
  },
}

import type { Hooks } from '#engine/server'

/** `business`: name and icon of a product's business as one value (spec 2 §3); null without one. */
export const presentProducts: Hooks = {
  entity: 'products',
  present: async (_db, records) => records.map((record) => ({
    ...record,
    business: typeof record.bu_name === 'string' ? { name: record.bu_name, icon: record.bu_icon ?? null } : null,
  })),
}

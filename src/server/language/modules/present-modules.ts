import type { Hooks } from '../feature/hooks'

/** Modules as spec 2 §3 has them: `section` is the name by which rights and addresses know them. */
export const presentModules: Hooks = {
  entity: 'modules',
  present: async (_db, records) =>
    records.map((record) => (Object.hasOwn(record, 'key') ? { ...record, section: record.key ?? null } : record)),
}

import type { Model } from '../../../model/model'
import type { ServerFeature } from '../../language/feature/feature'
import { refreshFormulas } from '../formulas/refresh-formulas'
import type { Job } from '../../platform/jobs/job'
import { makeChange, openChanges, type DataChange } from './data-change'
import { phoneChanges } from './home-phones'
import { buildIndexes } from './later-indexes'

/**
 * What a new version needs of large tables, done while the server answers: indexes, changes of rows, values of
 * formulas. Every server looks for it, since those of an older version do not know what it is; one does each piece.
 */
export function upgradeJob(model: () => Model, features: readonly ServerFeature[]): Job {
  let open: readonly DataChange[] = phoneChanges(model(), features)
  let counted: Model | null = null
  return {
    name: 'engine.upgrade',
    every_s: 30,
    shared: true,
    async run({ runtime: { database }, signal, log }) {
      await buildIndexes(database, signal, log)
      open = await openChanges(database.db, open)
      for (const change of open) await makeChange(database, change, signal, log)
      // A server of an older version counts nothing by formulas that are no longer in force: it looks once.
      const now = model()
      if (counted !== now && (await refreshFormulas(database, now, log, signal))) counted = now
    },
  }
}

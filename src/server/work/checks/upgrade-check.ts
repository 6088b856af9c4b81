import type { ServerFeature } from '../../language/feature/feature'
import { countedFormulas } from '../../records/formulas/refresh-formulas'
import { changeProgress, openChanges } from '../../records/upgrade/data-change'
import { phoneChanges } from '../../records/upgrade/home-phones'
import { buildingPercent, laterIndexes } from '../../records/upgrade/later-indexes'
import type { CheckOutcome, SelfCheck } from './self-check'

/** What a new version still changes in large tables, and how far it is. */
export function upgradeCheck(features: readonly ServerFeature[]): SelfCheck {
  return {
    key: 'upgrade',
    async run({ database, model }): Promise<CheckOutcome> {
      const indexes = await laterIndexes(database.db)
      const [index] = indexes
      if (index) {
        const pct = database.engine === 'postgres' ? await buildingPercent(database.db) : null
        return { state: 'warning', why: 'indexes', params: { n: indexes.length, table: index.table, pct: pct ?? 0 } }
      }
      const [change] = await openChanges(database.db, phoneChanges(model(), features))
      const [formula] = change ? [] : await countedFormulas(database.db)
      if (formula !== undefined) return { state: 'warning', why: 'formulas', params: { name: formula } }
      if (!change) return { state: 'ok', why: 'ok' }
      const { rows = 0, total = 0 } = (await changeProgress(database.db, change)) ?? {}
      return { state: 'warning', why: 'rows', params: { name: change.name, done: rows, total: Math.max(rows, total) } }
    },
  }
}

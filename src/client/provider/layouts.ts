import type { CatalogueAnswers } from '../../model/catalogue-answers'
import type { Entity } from '../../model/entity'
import { splitDays } from '../../model/list-days'
import type { LayoutProvider } from '../console/provider'
import { bodyOf } from './failure'
import type { Http } from './http'

/** The calls behind the layouts of lists. */
export function createLayouts(
  http: Http,
  endpointOf: (resource: string) => string,
  entityOf: (resource: string) => Entity | undefined,
): LayoutProvider {
  return {
    async calendar(resource, filter, { from, to, perDay }, options) {
      const { days, filters } = splitDays(filter, entityOf(resource))
      const query = { from, to, per_day: perDay, filters: Object.keys(filters).length ? filters : undefined, ...days }
      return http.of(endpointOf(resource), 'calendar', { method: 'GET', query, ...options })
    },
    async saveRows(resource, rows) {
      const { msg, results, undo } = await http
        .of(endpointOf(resource), 'saveRows', { method: 'POST', body: { rows: [...rows] } })
        .catch((failure: unknown) => {
          // Each row says why it was refused.
          const refused = bodyOf<CatalogueAnswers['saveRows']>(failure)
          if (refused.results) return { msg: refused.msg ?? '', results: refused.results, undo: refused.undo }
          throw failure
        })
      return { msg, rows: results, ...(undo && { undo }) }
    },
  }
}

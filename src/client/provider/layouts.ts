import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import { splitDays } from '../../model/list-days'
import type { CalendarPage, LayoutProvider, SavedRow, SavedRows } from '../console/provider'
import { bodyOf } from './failure'
import type { Http } from './http'
import { undoIn } from './verbs'

/** The calls behind the layouts of lists. */
export function createLayouts(http: Http, endpointOf: (resource: string) => string, entityOf: (resource: string) => Entity | undefined): LayoutProvider {
  return {
    async calendar(resource, filter, { from, to, perDay }, options) {
      const { days, filters } = splitDays(filter, entityOf(resource))
      const query = { from, to, per_day: perDay, filters: Object.keys(filters).length ? filters : undefined, ...days }
      return (await http.json({ method: 'GET', path: `${endpointOf(resource)}/calendar`, query, ...options })) as unknown as CalendarPage
    },
    async saveRows(resource, rows) {
      const answer = await http.json({ method: 'POST', path: `${endpointOf(resource)}/saveRows`, body: { rows: [...rows] } }).catch((failure: unknown) => {
        // Each row says why it was refused.
        if (Array.isArray(bodyOf(failure)['results'])) return bodyOf(failure) as JsonObject
        throw failure
      })
      return savedIn(answer)
    },
  }
}

const savedIn = ({ msg, results, undo }: JsonObject): SavedRows =>
  ({ msg: String(msg ?? ''), rows: Array.isArray(results) ? (results as unknown as readonly SavedRow[]) : [], ...undoIn(undo) })

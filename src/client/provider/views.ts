import type { JsonObject } from '../../model/json'
import type { ListViews } from '../../model/list-view'
import type { ViewProvider } from '../app/provider'
import type { Http } from './http'

/** Views of lists, below the endpoint of each resource; quiet, since nobody waits for them. */
export function createViews(http: Http, endpointOf: (resource: string) => string): ViewProvider {
  const read = (answer: JsonObject): ListViews => answer as unknown as ListViews
  const post = async (resource: string, call: string, body: JsonObject): Promise<ListViews> =>
    read(await http.json({ method: 'POST', path: `${endpointOf(resource)}/${call}`, body, quiet: true }))
  return {
    listViews: async (resource, list) => read(await http.json({ method: 'GET', path: `${endpointOf(resource)}/views`, query: { list }, quiet: true })),
    saveView: (resource, list, view) => post(resource, 'saveView', { ...view, list }),
    removeView: (resource, list, id) => post(resource, 'removeView', { list, id }),
  }
}

import type { ImportStatus, ImportView } from '../../model/import-answer'
import type { JsonObject } from '../../model/json'
import type { ImportProvider } from '../app/provider'
import type { Http } from './http'

/** The import calls, below the endpoint of each resource. */
export function createImports(http: Http, endpointOf: (resource: string) => string): ImportProvider {
  const view = (answer: JsonObject): ImportView => answer as unknown as ImportView
  return {
    importFormat: (resource) => http.file({ method: 'GET', path: `${endpointOf(resource)}/importFormat` }),
    async importVerify(resource, file, values) {
      const form = new FormData()
      // Before the file, which is read as it comes.
      if (values) form.append('values', JSON.stringify(values))
      form.append('file', file, file.name)
      return view(await http.json({ method: 'POST', path: `${endpointOf(resource)}/importVerify`, form }))
    },
    importRows: async (resource, page, options) =>
      view(await http.json({ method: 'GET', path: `${endpointOf(resource)}/importRows`, query: { ...page }, ...options })),
    importAct: async (resource, call, input) =>
      view(await http.json({ method: 'POST', path: `${endpointOf(resource)}/${call}`, body: input })),
    importList: async (resource) =>
      (await http.json({ method: 'GET', path: `${endpointOf(resource)}/importList` }))['items'] as unknown as readonly ImportStatus[],
  }
}

import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'

const indexes = new WeakMap<Model, ReadonlyMap<string, Resource>>()

/**
 * Finds the catalogue whose endpoint a path below /api/admin begins with (endpoints may be nested: `delivery/partners`)
 * and the rest of the path; null when there is none.
 */
export function findEndpoint(
  model: Model,
  path: string,
): { readonly resource: Resource; readonly rest: string } | null {
  const byEndpoint = indexOf(model)
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length--) {
    const resource = byEndpoint.get(parts.slice(0, length).join('/'))
    if (resource) return { resource, rest: parts.slice(length).join('/') }
  }
  return ofSettings(byEndpoint, path)
}

/** The specification's own names for the calls of pages of settings: `settings/companyForm`, `settings/companySave`. */
function ofSettings(byEndpoint: ReadonlyMap<string, Resource>, path: string): ReturnType<typeof findEndpoint> {
  const [, endpoint = '', call] = /^(.+)(Form|Save)$/.exec(path) ?? []
  const resource = byEndpoint.get(endpoint)
  return resource?.singleton ? { resource, rest: call === 'Form' ? 'form' : 'create' } : null
}

function indexOf(model: Model): ReadonlyMap<string, Resource> {
  const known = indexes.get(model)
  if (known) return known
  const index = new Map(Object.values(model.resources).map((resource) => [resource.endpoint, resource]))
  indexes.set(model, index)
  return index
}

import { isClosed } from '../../model/closed-key'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { ANY_VALUE, pageRoute, recordRoute } from '../../model/record-route'
import type { Resource } from '../../model/resource'
import type { Actor } from '../../model/rights/actor'
import { mayOpen } from '../session/may-open'

/** The resource that a reference's choices come from and its link leads to. */
export function resourceOfRef(model: Model, field: Field): Resource | undefined {
  if (!field.ref) return undefined
  const { to, resource } = field.ref
  return model.resources[resource ?? to] ?? Object.values(model.resources).find((one) => one.entity === to)
}

/**
 * Where the record of a reference is read; null: who looks at it may not.
 * @param record that refers, which says so of some
 */
export function referencePath(
  actor: Pick<Actor, 'root' | 'rights'>,
  model: Model,
  field: Field,
  id: number | string,
  record?: JsonObject,
): string | null {
  const to = resourceOfRef(model, field)
  return to && mayOpen(actor, model, to.name, 'show') && !isClosed(record, field.name, id) ? recordPath(to, id) : null
}

export const recordPath = (resource: Resource, id: number | string, tab?: string): string =>
  `${recordRoute(resource, id)}${tab ? `/${tab}` : ''}`

export const createPath = (resource: Resource): string => `${pageRoute(resource)}/create`
/** The dialog that brings records from files, and one run of it. */
export const importPath = (resource: Resource, run: number | null = null): string =>
  `${pageRoute(resource)}/import${run === null ? '' : `/${run}`}`
export const editPath = (resource: Resource, id: number | string): string => `${recordPath(resource, id)}/edit`

/**
 * What stands over a record's page, of the records that a tab lists: the form of one, or an import; its address is
 * below the tab's.
 */
export type TabDialog =
  | { readonly at: 'form'; readonly id: string | null }
  | { readonly at: 'import'; readonly run: number | null }
export const tabFormPath = (
  resource: Resource,
  id: number | string,
  tab: string,
  form: number | string | null,
): string => `${recordPath(resource, id, tab)}/${form === null ? 'create' : `${encodeURIComponent(form)}/edit`}`
export const tabImportPath = (
  resource: Resource,
  id: number | string,
  tab: string,
  run: number | null = null,
): string => `${recordPath(resource, id, tab)}/import${run === null ? '' : `/${run}`}`

/** A resource at one value of its route's field: all its paths lead to that value. */
export function atValue(resource: Resource, value: Json): Resource {
  const { param: _, ...rest } = resource
  return { ...rest, route: pageRoute(resource, value) }
}

/**
 * Records at a value of the route that are read beside their list have no page of their own where there is room for
 * both.
 */
export const isReadBeside = ({ param, list }: Resource): boolean =>
  param !== undefined && list.layouts[0]?.kind === 'two-pane'

/** The value of its field that a path names; null: none, `undefined`: any value, to be read from the record. */
export function routeValue(resource: Resource, pathname: string): string | null | undefined {
  const [value] = pathname.startsWith(`${resource.route}/`)
    ? pathname
        .slice(resource.route.length + 1)
        .split('/')
        .map(decoded)
    : []
  return value === ANY_VALUE ? undefined : value || null
}

/** Whether a path is one of the resource's pages. */
export function isPageOf(resource: Resource, pathname: string): boolean {
  if (resource.singleton) {
    const place = placeOf({ ...resource, singleton: undefined }, pathname)
    return place?.at === 'list' || (place?.at === 'detail' && place.tab === null)
  }
  const value = resource.param && routeValue(resource, pathname)
  if (!resource.param || value === null) return placeOf(resource, pathname) !== null
  return placeOf(atValue(resource, value ?? ANY_VALUE), pathname) !== null
}

const IS_RUN = /^\d{1,9}$/

/** What a path below a resource's route shows. */
export type PathPlace =
  | { readonly at: 'list' }
  | { readonly at: 'create' }
  | { readonly at: 'import'; readonly run: number | null }
  | { readonly at: 'edit'; readonly id: string }
  | { readonly at: 'detail'; readonly id: string; readonly tab: string | null; readonly over?: TabDialog }
  /** A record that a tab lists, at an address below the tab's: of the record `owner`, to which it belongs by `by`. */
  | {
      readonly at: 'listed'
      readonly resource: string
      readonly id: string
      readonly by: string
      readonly owner: string
    }

/** Reads a path; null when it is not of this resource. */
export function placeOf(resource: Resource, pathname: string): PathPlace | null {
  const path = pathname.replace(/\/+$/, '')
  if (path === resource.route) return { at: 'list' }
  if (!path.startsWith(`${resource.route}/`)) return null
  const [id = '', tab, ...deeper] = path
    .slice(resource.route.length + 1)
    .split('/')
    .map(decoded)
  if (id === null || tab === null) return null
  if (deeper.length) {
    const over = tabDialogOf(deeper)
    if (over && tab !== undefined && tab !== 'edit') return { at: 'detail', id, tab, over }
    const listed = resource.detail.tabs.find((one) => one.kind === 'resource' && one.id === tab)
    const [record] = deeper
    return listed?.kind === 'resource' && record && deeper.length === 1
      ? { at: 'listed', resource: listed.resource, id: record, by: listed.by, owner: id }
      : null
  }
  if (id === 'create' && tab === undefined) return { at: 'create' }
  if (id === 'import' && resource.import && (tab === undefined || IS_RUN.test(tab))) {
    return { at: 'import', run: tab === undefined ? null : Number(tab) }
  }
  return tab === 'edit' ? { at: 'edit', id } : { at: 'detail', id, tab: tab ?? null }
}

function tabDialogOf([first, second, ...deeper]: readonly (string | null)[]): TabDialog | null {
  if (first === undefined || first === null || second === null || deeper.length) return null
  if (first === 'import' && (second === undefined || IS_RUN.test(second)))
    return { at: 'import', run: second === undefined ? null : Number(second) }
  if (second === undefined) return first === 'create' ? { at: 'form', id: null } : null
  return second === 'edit' ? { at: 'form', id: first } : null
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

import { fold } from '../../model/values/fold'
import type { NavigationItem } from '../../model/shell-answers'

/** An entry with a link, with its group. */
export interface Destination {
  readonly id: string
  readonly title: string
  readonly group: string | null
  readonly icon: string | null
  readonly url: string
  /** Opens a new window. */
  readonly external: boolean
}

// Spec §5: the navigation search lists up to 10 matches.
const MAX_MATCHES = 10

/**
 * The part of the menu that a user may see (spec §5): no `auth` list is for everyone, an empty one for users without a
 * role, any other for users with one of its roles.
 */
export function visibleMenu(items: readonly NavigationItem[], roles: readonly unknown[]): NavigationItem[] {
  return items.flatMap((item) => {
    if (!isFor(item, roles)) return []
    return item.children ? [{ ...item, children: visibleMenu(item.children, roles) }] : [item]
  })
}

function isFor({ auth }: NavigationItem, roles: readonly unknown[]): boolean {
  if (!auth) return true
  return auth.length === 0 ? roles.length === 0 : auth.some((role) => roles.includes(role))
}

/** Every entry with a link, in the menu's order. */
export function destinations(items: readonly NavigationItem[], group: string | null = null): Destination[] {
  return items.flatMap((item) => {
    const here = item.url
      ? [{ id: item.id, title: item.title, group, icon: item.icon ?? null, url: item.url, external: isExternal(item) }]
      : []
    return [...here, ...destinations(item.children ?? [], item.title)]
  })
}

export const isExternal = ({ type, target, url }: NavigationItem): boolean =>
  type === 'link' && (target === '_blank' || /^https?:/.test(url ?? ''))

/**
 * Up to ten destinations whose title has every word of a text, ignoring case and accents; those that begin with it
 * first.
 */
export function searchDestinations(all: readonly Destination[], text: string): Destination[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const wanted = words.join(' ')
  const matches = all.filter(({ title }) => words.every((word) => fold(title).includes(word)))
  const rank = ({ title }: Destination): number => (fold(title).startsWith(wanted) ? 0 : 1)
  return matches.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_MATCHES)
}

/** Whether a page belongs to an entry. An address with filters (`/roles?state=0`) is met with those alone. */
export function leadsTo(url: string, pathname: string, exact = false, search = ''): boolean {
  const [path = '', filters] = url.split('?')
  if (pathname !== path && (exact || path === '/' || !pathname.startsWith(`${path}/`))) return false
  const there = new URLSearchParams(search)
  return [...new URLSearchParams(filters)].every(([name, value]) => there.getAll(name).includes(value))
}

import type { Module } from './module-list'

/** Pages that everybody has, whatever their rights. */
const OF_EVERYBODY = ['/me/profile']

/**
 * Whether a path leads to a page of a module, or to one below it: a record, a tab, a form. What follows `?` or `#` is
 * the page's own.
 */
export function hasPage(modules: readonly Module[], path: string): boolean {
  const way = wayOf(path)
  return way === '' || OF_EVERYBODY.some((route) => isBelow(way, route)) || modulePage(modules, path) !== null
}

/** The module whose page a path leads to, the nearest one; null: it is everybody's, or nobody's. */
export function modulePage(modules: readonly Module[], path: string): Module | null {
  const way = wayOf(path)
  const fitting = modules.filter(({ route }) => route !== null && isBelow(way, route))
  return fitting.toSorted((one, other) => (other.route ?? '').length - (one.route ?? '').length)[0] ?? null
}

const wayOf = (path: string): string => (path.split(/[?#]/)[0] ?? '').replace(/\/+$/, '')
const isBelow = (way: string, route: string): boolean => way === route || way.startsWith(`${route}/`)

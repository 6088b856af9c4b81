import type { Module } from './module-list'

/** Pages that everybody has, whatever their rights. */
const OF_EVERYBODY = ['/me/profile']

/** Whether a path leads to a page of a module, or to one below it: a record, a tab, a form. What follows `?` or `#` is the page's own. */
export function hasPage(modules: readonly Module[], path: string): boolean {
  const [asked = ''] = path.split(/[?#]/)
  const way = asked.replace(/\/+$/, '')
  return way === '' || [...OF_EVERYBODY, ...modules.flatMap(({ route }) => route ?? [])].some((route) => way === route || way.startsWith(`${route}/`))
}

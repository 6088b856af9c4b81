import type { Entity } from '../../src/model/entity'
import type { Column, Filter, FormRow, Resource, Tab } from '../../src/model/resource'

/** What a generated catalogue shows: its list, the form of a new record, the page of one. */
export type Part = 'list' | 'form' | 'page'
export interface Look {
  readonly route: string
  readonly part: Part
}
/** A look and what of the generator's kit is seen there: kinds of column, filter, field, tab ... */
export interface Made extends Look {
  readonly of: ReadonlySet<string>
}

/** What each part of a catalogue is made of, as its metadata has it; `route` is where the menu leads. */
export function madeOf(route: string, resource: Resource, entity: Entity): readonly Made[] {
  const { list, form, detail } = resource
  const kindOf = ({ f, as, widget }: Column | (Filter & { readonly widget?: string })): string =>
    widget ?? as ?? entity.fields[f]?.type ?? 'expanded'
  const listOf = [
    ...list.columns.map((column) => `column ${kindOf(column)}`),
    ...resource.filters.map((filter) => `filter ${kindOf(filter)}`),
    ...entity.traits,
    ...resource.actions.flatMap(({ on }) => on.map((where) => `action on ${where}`)),
    ...Object.entries({
      above: list.above,
      live: list.live,
      dim: list.dim,
      param: resource.param,
      'read only': resource.readOnly,
      closed: resource.closed,
      import: resource.import,
      geojson: resource.export.includes('geojson'),
      singleton: resource.singleton,
    }).flatMap(([name, is]) => (is ? [name] : [])),
  ]
  const formOf = [
    `form in ${form.in}`,
    ...(form.layout ? [`form of ${form.layout}`] : []),
    ...form.rows.flatMap((row) => rowOf(row, kindOf)),
  ]
  // A feature's own drawing is the same in a row as on the page.
  const shownOf = (column: Column): string => `${column.widget ? 'column' : 'shown'} ${kindOf(column)}`
  const pageOf = [...detail.tabs.map(tabOf), ...[...list.columns, ...list.details].map(shownOf)]
  const parts: readonly (readonly [Part, readonly string[]])[] = resource.singleton
    ? [['list', [...listOf, ...formOf]]]
    : [['list', listOf], ...(resource.readOnly ? [] : [['form', formOf] as const]), ['page', pageOf]]
  return parts.map(([part, of]) => ({ route, part, of: new Set(of) }))
}

function rowOf(row: FormRow, kindOf: (column: Column) => string): readonly string[] {
  if ('cells' in row) return row.cells.map((cell) => `field ${kindOf(cell)}`)
  return [
    row.show ? 'rows that come and go' : row.collapsed ? 'rows that are closed' : 'rows of a group',
    ...row.rows.flatMap((one) => rowOf(one, kindOf)),
  ]
}

const tabOf = (tab: Tab): string =>
  ['tab', tab.kind, tab.kind === 'panel' ? tab.panel : '', tab.kind === 'screen' ? tab.screen : '']
    .filter(Boolean)
    .join(' ')

/**
 * Few looks that see everything there is at least once: each time the one that shows most of what no other has shown
 * yet.
 */
export function representatives(all: readonly Made[]): readonly Look[] {
  const unseen = new Set(all.flatMap(({ of }) => [...of]))
  const taken: Look[] = []
  while (unseen.size > 0) {
    const shows = ({ of }: Made): number => [...of].filter((one) => unseen.has(one)).length
    const best = all.reduce((most, one) => (shows(one) > shows(most) ? one : most))
    for (const one of best.of) unseen.delete(one)
    taken.push(best)
  }
  return taken
}

import type { BoardAge } from './board'
import type { Field } from './field'
import type { Column } from './resource'

/** The ways in which a list can show its rows. */
export const LAYOUT_KINDS = ['table', 'board', 'map', 'calendar', 'cards', 'inline', 'two-pane'] as const
export type LayoutKind = (typeof LAYOUT_KINDS)[number]

/** One of the ways in which a list shows its rows; the rows, filters and rights are the same in each. */
export type Layout =
  | { readonly kind: 'table' }
  /**
   * A column for each value of `by`: the field of the flow, a choice, a flag or a reference; `moves`: the actions that
   * lead to a value.
   */
  | {
      readonly kind: 'board'
      readonly by: string
      readonly card: readonly Column[]
      readonly sum?: string
      readonly age?: BoardAge
      /** Columns whose cards sound until somebody moves them on. */
      readonly rings?: readonly string[]
      readonly moves?: { readonly [value: string]: readonly string[] }
      /** Each card has a button for the first move of the flow that its state offers and that loses nothing. */
      readonly next?: true
    }
  /**
   * A mark or an area for each row with a place in `at`, its own field or one of `from`; coloured by the value of a
   * choice.
   */
  | {
      readonly kind: 'map'
      readonly at: string
      readonly card: readonly Column[]
      readonly colour?: string
      readonly from?: PlaceFrom
    }
  /** A bar for each row from one day to another; without `to` the day of `from` alone. */
  | { readonly kind: 'calendar'; readonly from: string; readonly card: readonly Column[]; readonly to?: string }
  | { readonly kind: 'cards'; readonly card: readonly Column[]; readonly picture?: string }
  /** A table whose cells of `fields` are inputs, saved together. */
  | { readonly kind: 'inline'; readonly fields: readonly string[] }
  /** The rows beside the page of the chosen one. */
  | { readonly kind: 'two-pane'; readonly card: readonly Column[] }

/**
 * Where the place of a row is when it is no field of its own: in the last of the rows of another entity that lead to
 * it.
 */
interface PlaceFrom {
  readonly of: string
  /** References that lead from such a row to the record: `id_vehicle`, or one further, `id_vehicle.id_user`. */
  readonly by: readonly string[]
  /**
   * The moment by which one of several is the last, and since when the place is known; absent: there is one at most.
   */
  readonly last?: string
  /** The choice or flag of such a row that colours the mark. */
  readonly colour?: Field
}

/** Layouts that read rows of their own, as many as they draw, in place of a page. */
export const isWhole = ({ kind }: Pick<Layout, 'kind'>): boolean =>
  kind === 'board' || kind === 'map' || kind === 'calendar'

/** The fields that a layout cannot do without. */
export function layoutNeeds(layout: Layout): readonly string[] {
  if (layout.kind === 'board') return [layout.by]
  if (layout.kind === 'map') return layout.from ? [] : [layout.at]
  if (layout.kind === 'calendar') return [layout.from]
  return []
}

/**
 * A layout as somebody knows it who does not know all fields; null: it needs one that they do not.
 * @param knows whether they know a field of another entity
 */
export function visibleLayout(
  layout: Layout,
  has: (field: string) => boolean,
  knows: (entity: string, field: string) => boolean,
): Layout | null {
  if (!layoutNeeds(layout).every(has)) return null
  if (layout.kind === 'map' && layout.from && !placeNeeds(layout).every(([of, field]) => knows(of, field))) return null
  if (layout.kind === 'table') return layout
  if (layout.kind === 'inline') {
    const fields = layout.fields.filter(has)
    return fields.length > 0 ? { ...layout, fields } : null
  }
  const unknown = OPTIONAL.filter((key) => {
    const named: unknown = Reflect.get(layout, key)
    return typeof named === 'string' && !has(named)
  })
  if (layout.kind === 'board' && layout.age)
    return { ...visibleCard(layout, unknown, has), age: has(layout.age.f) ? visibleAge(layout.age, has) : undefined }
  return visibleCard(layout, unknown, has)
}

const visibleAge = ({ until, ...age }: BoardAge, has: (field: string) => boolean): BoardAge =>
  until ? { ...age, until: Object.fromEntries(Object.entries(until).filter(([, f]) => has(f))) } : age

function visibleCard<Drawn extends Layout & { readonly card: readonly Column[] }>(
  layout: Drawn,
  unknown: readonly string[],
  has: (field: string) => boolean,
): Drawn {
  return {
    ...layout,
    ...Object.fromEntries(unknown.map((key) => [key, undefined])),
    card: layout.card.filter(({ f }) => has(f)),
  }
}

/** The fields of the other entity that say where a row is and when. */
function placeNeeds({
  at,
  from,
}: Extract<Layout, { readonly kind: 'map' }>): readonly (readonly [entity: string, field: string])[] {
  return from
    ? [
        at,
        from.by[0] ?? '',
        ...(from.last === undefined ? [] : [from.last]),
        ...(from.colour ? [from.colour.name] : []),
      ].map((name) => [from.of, name] as const)
    : []
}

/** What it can do without. */
const OPTIONAL: readonly string[] = ['sum', 'colour', 'to', 'picture']

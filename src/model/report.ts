import type { JsonObject } from './json'
import { presentFilters } from './present-filters'
import { maySee } from './rights/rights'
import type { Actor } from './rights/actor'
import type { Column, Resource } from './resource'
import { holdsForUser } from './rules/holds'
import type { Rule } from './rules/rule'
import { statNeeds, type Each, type Measure, type RatioSide, type Stat } from './stat'

/** A page of numbers over several catalogues, and the call that answers them. */
export interface Report {
  readonly name: string
  /** Spanish; in other languages `reports.<name>.name`. */
  readonly title: string
  /** Path below /api/admin and in the console, without slashes at its ends. */
  readonly path: string
  /** Key of the module row that guards it; null: a first page, open to whom its rule `home` fits. */
  readonly module: string | null
  readonly menu: Resource['menu']
  /** A rule on the user: who sees it, in addition to the right on its module. */
  readonly see?: Rule
  /** A rule on the user: whose first page it is. */
  readonly home?: Rule
  readonly days: ReportDays
  readonly options: readonly ReportOption[]
  /** Catalogues behind its numbers, which the page links to. */
  readonly links?: readonly string[]
  /** Fields that people may filter by; each in every block whose catalogue has it. */
  readonly filters: readonly string[]
  readonly blocks: readonly Block[]
}

/**
 * What a report asks for: two days (at first the `last` ones up to today), a year (this one and those before it), or
 * nothing.
 */
export type ReportDays =
  | { readonly kind: 'range'; readonly last: number }
  | { readonly kind: 'year'; readonly years: number }
  | { readonly kind: 'none' }

/** A switch of a report: other fields are measured in place of those that its blocks name. */
export interface ReportOption {
  readonly id: string
  /** Spanish; in other languages `reports.<report>.options.<id>`. */
  readonly title: string
  readonly instead: { readonly [f: string]: string }
}

interface Placed {
  readonly id: string
  /** Of the twelve columns of the page. */
  readonly width: number
}

interface Counted extends Placed {
  /** The catalogue. */
  readonly of: string
  /** Spanish; in other languages `reports.<report>.blocks.<id>`. */
  readonly title: string
  /** The field that the days of the report are about; null: it is about all days. */
  readonly days: string | null
  /** Name of another report that tells more of it. */
  readonly to?: string
}

/** A number, or one for each part, as a catalogue's own stats. */
export interface StatBlock extends Counted {
  readonly kind: 'stat'
  readonly stat: Stat
  /** The catalogue's own stat that it is, and whose title it has. */
  readonly own?: string
  /** The catalogue's own stat that it is, whatever it is called here: its map is asked for by that name. */
  readonly source?: string
}

/** Numbers for each value of a field: rows that the server pages and sorts. */
export interface TableBlock extends Counted {
  readonly kind: 'table'
  readonly by: string
  readonly each?: Each
  readonly filters: JsonObject
  readonly columns: readonly TableColumn[]
  readonly sort: readonly [name: string, direction: 'asc' | 'desc']
  readonly limit: number
}

/**
 * A column: a field of the record that the rows are grouped by, or a number over the rows. `name` is its key on the
 * wire.
 */
export type TableColumn =
  | { readonly kind: 'field'; readonly name: string; readonly f: string; readonly title?: string }
  | { readonly kind: 'number'; readonly name: string; readonly stat: Stat }

/** The first records of a list, with how many there are. */
export interface RowsBlock extends Counted {
  readonly kind: 'rows'
  readonly filters: JsonObject
  readonly columns: readonly Column[]
  readonly sort?: readonly [f: string, direction: 'asc' | 'desc']
  readonly limit: number
}

interface TextBlock extends Placed {
  readonly kind: 'text'
  readonly title?: string
  readonly text: string
}

/** What the console keeps for somebody: pages with a star, records they visited last. */
export interface KeptBlock extends Placed {
  readonly kind: 'favourites' | 'visited'
  readonly title?: string
}

export type CountedBlock = StatBlock | TableBlock | RowsBlock
export type Block = CountedBlock | TextBlock | KeptBlock

/** Kinds of blocks that are no chart. */
export const BLOCK_KINDS = ['table', 'rows', 'text', 'favourites', 'visited'] as const

export const isCounted = (block: Block): block is CountedBlock =>
  block.kind === 'stat' || block.kind === 'table' || block.kind === 'rows'

/**
 * The table that a list's query is about: the report's own, or the only one that is asked for.
 * @param asked ids of blocks; null: all
 */
export function pagedTable(report: Pick<Report, 'blocks'>, asked: ReadonlySet<string> | null): TableBlock | null {
  const tables = report.blocks.filter(
    (block): block is TableBlock => block.kind === 'table' && (asked === null || asked.has(block.id)),
  )
  const main = mainTable(report)
  const [only, ...others] = tables
  return tables.find((block) => block === main) ?? (others.length === 0 ? (only ?? null) : null)
}

/** The table that a report is: its first block, which its call also answers as a list. */
export function mainTable({ blocks: [first] }: Pick<Report, 'blocks'>): TableBlock | null {
  return first?.kind === 'table' ? first : null
}

const fits = (rule: Rule | undefined, { facts }: Pick<Actor, 'facts'>): boolean =>
  rule === undefined || holdsForUser(rule, { facts })

/** Whether it is somebody's first page. */
export const isHomeOf = ({ home }: Pick<Report, 'home'>, actor: Pick<Actor, 'facts'>): boolean =>
  home !== undefined && fits(home, actor)

/**
 * Whether the user sees the report: by the right on its module, or because it is their first page, and by its own rule.
 * What is in it follows each catalogue's rights.
 */
export function maySeeReport(actor: Actor, report: Pick<Report, 'module' | 'see' | 'home'>): boolean {
  const isOpen = isHomeOf(report, actor) || (report.module !== null && maySee(actor, { module: report.module }))
  return isOpen && fits(report.see, actor)
}

/** Every field of its catalogue that a block cannot do without; columns are left out one by one. */
export function blockNeeds(block: CountedBlock): readonly string[] {
  if (block.kind === 'stat') return [...statNeeds(block.stat), ...(block.days === null ? [] : [block.days])]
  const named = Object.keys(block.filters).filter((name) => name !== 'q')
  return [...named, ...(block.days === null ? [] : [block.days]), ...(block.kind === 'table' ? [block.by] : [])]
}

/** A block whose filters have days and moments in place of distances from the present. */
export function presentBlock<Block extends CountedBlock>(block: Block, zone: string, now: Date): Block {
  const present = (filters: JsonObject): JsonObject => presentFilters(filters, zone, now)
  const presentSide = (side: RatioSide): RatioSide => ({ ...side, filters: present(side.filters) })
  const presentMeasure = (measure: Measure): Measure =>
    measure.what === 'share'
      ? { ...measure, of: present(measure.of) }
      : measure.what === 'ratio'
        ? { ...measure, of: presentSide(measure.of), to: presentSide(measure.to) }
        : measure
  const presentStat = (stat: Stat): Stat => ({
    ...stat,
    filters: present(stat.filters),
    measure: presentMeasure(stat.measure),
  })
  if (block.kind === 'stat') return { ...block, stat: presentStat(block.stat) }
  if (block.kind === 'rows') return { ...block, filters: present(block.filters) }
  return {
    ...block,
    filters: present(block.filters),
    columns: block.columns.map((column) =>
      column.kind === 'number' ? { ...column, stat: presentStat(column.stat) } : column,
    ),
  }
}

/** A number with the fields that the chosen options put in place of its own. */
export function withOptions(stat: Stat, chosen: readonly ReportOption[]): Stat {
  const { measure } = stat
  const taken = (f: string): string =>
    chosen.reduce((name, { instead }) => (Object.hasOwn(instead, name) ? (instead[name] ?? name) : name), f)
  const side = (one: RatioSide): RatioSide => (one.sum === undefined ? one : { ...one, sum: taken(one.sum) })
  if (measure.what === 'ratio') return { ...stat, measure: { ...measure, of: side(measure.of), to: side(measure.to) } }
  if (!('f' in measure)) return stat
  const f = taken(measure.f)
  return f === measure.f ? stat : { ...stat, measure: { ...measure, f } }
}

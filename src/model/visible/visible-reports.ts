import type { Actor } from '../rights/actor'
import type { Entity } from '../entity'
import { fieldWithin } from '../inner-field'
import type { Model } from '../model'
import {
  blockNeeds,
  isCounted,
  isHomeOf,
  maySeeReport,
  type Block,
  type CountedBlock,
  type Report,
  type TableColumn,
} from '../report'
import { statNeeds } from '../stat'
import { maySee } from '../rights/rights'

/**
 * The reports that a user sees, with the blocks of catalogues and fields that they see.
 * @param entities as the user knows them
 */
export function visibleReports(
  model: Model,
  entities: { readonly [name: string]: Entity },
  actor: Actor,
): Model['reports'] {
  const seen = Object.values(model.reports).filter((report) => maySeeReport(actor, report))
  const names = new Set(seen.map(({ name }) => name))
  return Object.fromEntries(seen.map((report) => [report.name, visibleReport(report, names, model, entities, actor)]))
}

/** A report with the blocks that a user sees. @param names of the reports that they see */
export function visibleReport(
  { see: _see, home: _home, ...report }: Report,
  names: ReadonlySet<string>,
  model: Model,
  entities: { readonly [name: string]: Entity },
  actor: Actor,
): Report {
  const blocks = report.blocks
    .flatMap((block) => visibleBlock(block, model, entities, actor) ?? [])
    .map((block) => withoutLink(block, names))
  const counted = new Set(blocks.filter(isCounted).map(({ of }) => model.resources[of]?.entity ?? ''))
  const filters = report.filters.filter((name) => [...counted].some((entity) => hasField(entities[entity], name)))
  // The rules have been decided: what is there is everybody's who gets it.
  return { ...report, blocks, filters, ...(isHomeOf({ home: _home }, actor) && { home: { all: [] } }) }
}

/** Nobody is led to a report that they do not see. */
function withoutLink(block: Block, names: ReadonlySet<string>): Block {
  if (!isCounted(block) || block.to === undefined || names.has(block.to)) return block
  const { to: _to, ...rest } = block
  return rest
}

function visibleBlock(
  block: Block,
  model: Model,
  entities: { readonly [name: string]: Entity },
  actor: Actor,
): Block | null {
  if (!isCounted(block)) return block
  const resource = model.resources[block.of]
  const entity = resource && maySee(actor, resource) ? entities[resource.entity] : undefined
  if (!entity || !blockNeeds(block).every((name) => hasField(entity, name))) return null
  if (block.kind === 'stat') return block
  if (block.kind === 'rows') return { ...block, columns: block.columns.filter(({ f }) => hasField(entity, f)) }
  const target = entities[entity.fields[block.by]?.ref?.to ?? '']
  const columns = block.columns.filter((column) => isSeenColumn(column, entity, target))
  return columns.some(({ kind }) => kind === 'number') ? withColumns(block, columns) : null
}

function isSeenColumn(column: TableColumn, entity: Entity, target: Entity | undefined): boolean {
  return column.kind === 'field'
    ? hasField(target, column.f)
    : statNeeds(column.stat).every((name) => hasField(entity, name))
}

/** Sorted by what is left of it. */
function withColumns(block: CountedBlock & { readonly kind: 'table' }, columns: readonly TableColumn[]): Block {
  const [name] = block.sort
  const isThere = name === 'name' || columns.some((column) => column.name === name)
  return { ...block, columns, sort: isThere ? block.sort : ['name', 'asc'] }
}

/** A field, a value within one, or what a reference brings. */
function hasField(entity: Entity | undefined, name: string): boolean {
  if (!entity) return false
  return (
    Object.hasOwn(entity.fields, name) ||
    fieldWithin(entity.fields, name) !== null ||
    Object.values(entity.fields).some(({ ref }) => ref !== undefined && Object.hasOwn(ref.expand, name))
  )
}

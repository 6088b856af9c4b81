import { isObject, type JsonObject } from '../../model/json'
import type { OwnReportPage, Shared } from '../../model/own-report'
import { columnsIn, freeBlockName, measureKind } from './block-draft'
import type { ReportWords } from './use-words'

/** A report while somebody makes it. */
export interface ReportDraft {
  readonly name: string
  readonly shared: Shared
  readonly roles: readonly number[]
  /** As the definition has them: `{ last: 30 }`, `{ years: 5 }` or `none`. */
  readonly days: JsonObject | 'none'
  readonly blocks: readonly JsonObject[]
}

/** The periods that a report begins with. */
export const FIRST_PERIODS: { readonly [period: string]: JsonObject | 'none' } = {
  last_7: { last: 7 },
  last_30: {},
  last_90: { last: 90 },
  last_365: { last: 365 },
  years: { years: 5 },
  none: 'none',
}

export const reportPeriod = (days: ReportDraft['days']): string =>
  Object.entries(FIRST_PERIODS).find(([, one]) => JSON.stringify(one) === JSON.stringify(days))?.[0] ?? 'last_30'

export const firstBlock = (taken: readonly JsonObject[], of = ''): JsonObject => ({
  id: freeBlockName(
    taken.map(({ id }) => String(id)),
    'b',
  ),
  of,
  as: 'card',
})

/** A new report; with what a list's statistics were, where it begins there. */
export function newDraft(state: unknown): ReportDraft {
  const { definition, name } = isObject(state as JsonObject) ? (state as JsonObject) : {}
  const empty: ReportDraft = {
    name: typeof name === 'string' ? name : '',
    shared: '1',
    roles: [],
    days: {},
    blocks: [firstBlock([])],
  }
  return isObject(definition) ? { ...empty, ...partsOf(definition) } : empty
}

export const reportDraftOf = ({ item, roles, definition }: OwnReportPage): ReportDraft => ({
  name: item.name,
  shared: item.shared,
  roles,
  ...partsOf(definition ?? {}),
})

function partsOf(definition: JsonObject): Pick<ReportDraft, 'days' | 'blocks'> {
  const blocks = Array.isArray(definition.blocks) ? definition.blocks.filter(isObject) : []
  const { days } = definition
  return {
    days: days === 'none' ? 'none' : isObject(days) && days.last !== 30 ? days : {},
    blocks: blocks.length > 0 ? blocks : [firstBlock([])],
  }
}

/** What is sent; blocks without a title have the one that they are shown with. */
export function writtenDefinition(
  { days, blocks }: Pick<ReportDraft, 'days' | 'blocks'>,
  { title: titleOf, measure }: ReportWords,
): JsonObject {
  // What a sum or a count is called, the table says itself, in the language of its reader.
  const column =
    (of: string) =>
    (one: JsonObject): JsonObject =>
      one.title !== undefined || one.count !== undefined || one.sum !== undefined || measureKind(one) === 'count'
        ? one
        : { ...one, title: measure(of, one) }
  const named = blocks.map((block) =>
    block.stat !== undefined
      ? block
      : {
          ...block,
          ...(block.columns !== undefined && { columns: columnsIn(block).map(column(String(block.of))) }),
          title: typeof block.title === 'string' && block.title.trim() !== '' ? block.title : titleOf(block),
        },
  )
  return { ...(days === 'none' || Object.keys(days).length > 0 ? { days } : {}), blocks: named }
}

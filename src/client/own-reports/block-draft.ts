import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import { isObject, type Json, type JsonObject } from '../../model/json'
import type { Resource } from '../../model/resource'
import { mayUseModule } from '../session/may-open'
import type { Actor } from '../../model/rights/actor'

/** What a number says, by its keyword. */
export const MEASURES = ['count', 'sum', 'avg', 'percentile', 'share', 'ratio'] as const
export type MeasureKind = (typeof MEASURES)[number]

/** Keywords that say what a number or a column measures. */
const MEASURE_KEYS: readonly string[] = [...MEASURES, 'f', 'until']

export const measureKind = (said: JsonObject): MeasureKind =>
  MEASURES.find((key) => key !== 'count' && said[key] !== undefined) ?? 'count'

/** A number with another measure in place of its own. */
export function withMeasure(said: JsonObject, measure: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.entries(said).filter(([key]) => !MEASURE_KEYS.includes(key))), ...measure }
}

/** The keywords of a measure alone. */
export const measureIn = (said: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(said).filter(([key]) => MEASURE_KEYS.includes(key) && key !== 'count'))

/** A block without a key; a key that is not there is no keyword. */
export function changed(said: JsonObject, change: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...said, ...change }).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}

export const objectIn = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

export const columnsIn = (block: JsonObject): readonly JsonObject[] =>
  Array.isArray(block.columns) ? block.columns.filter(isObject) : []

const isOwn = (field: Field): boolean => !field.secret && !field.virtual && !field.dynamic

export const isNumberField = (field: Field): boolean =>
  isOwn(field) && ['number', 'duration'].includes(typeOf(field, fieldTypes).counts?.as ?? '')
export const isDatedField = (field: Field): boolean =>
  isOwn(field) && (field.type === 'date' || typeOf(field, fieldTypes).isMoment === true)
export const isChoiceField = (field: Field): boolean =>
  isOwn(field) && (typeOf(field, fieldTypes).name === 'enum' || field.type === 'flag')
export const isGroupField = (field: Field): boolean =>
  isChoiceField(field) || isDatedField(field) || (isOwn(field) && field.ref !== undefined)

export const fieldsOf = (entity: Entity | undefined, fits: (field: Field) => boolean): readonly Field[] =>
  Object.values(entity?.fields ?? {}).filter(fits)

/** The catalogues that somebody counts: lists of records that are kept here. */
export const countedCatalogues = (
  resources: readonly Resource[],
  actor: Pick<Actor, 'root' | 'rights'>,
): readonly Resource[] =>
  resources.filter(
    ({ module, rest, singleton, param }) =>
      module !== null && rest === undefined && !singleton && !param && mayUseModule(actor, module, 'see'),
  )

/** The ways to draw a block by what it is divided by. */
export function kindsFor(by: Field | undefined, each: Json | undefined, hasSplit: boolean): readonly string[] {
  if (!by) return ['card']
  if (each === 'hour_of_week') return ['heat', 'table']
  if (isDatedField(by)) return hasSplit ? ['columns', 'line'] : ['columns', 'line', 'table']
  return hasSplit
    ? ['columns']
    : isChoiceField(by)
      ? ['donut', 'bars', 'columns', 'table']
      : ['bars', 'columns', 'table']
}

/** A block of another division, drawn as it can be. */
export function dividedBlock(
  block: JsonObject,
  entity: Entity | undefined,
  change: {
    readonly by?: string
    readonly each?: string | undefined
    readonly split?: string | undefined
    readonly as?: string
  },
): JsonObject {
  const next = changed(block, change)
  const by = typeof next.by === 'string' ? entity?.fields[next.by] : undefined
  const each = by && isDatedField(by) ? (next.each ?? 'month') : undefined
  const split = by && next.as !== 'table' && each !== 'hour_of_week' ? next.split : undefined
  const kinds = kindsFor(by, each, split !== undefined)
  const as = kinds.includes(String(next.as)) ? String(next.as) : kinds[0]
  const whole = changed(next, {
    by: by ? next.by : undefined,
    each,
    split,
    as,
    top: by && each === undefined && as !== 'table' ? next.top : undefined,
    mean: each === 'hour_of_week' ? next.mean : undefined,
    limit: as === 'table' ? next.limit : undefined,
    sort: undefined,
  })
  if (as === 'table' && block.as !== 'table')
    return {
      ...withMeasure(whole, {}),
      columns: [{ ...(measureKind(block) === 'count' ? { count: true } : measureIn(block)), name: 'm1' }],
    }
  if (as !== 'table' && block.as === 'table')
    return changed({ ...whole, ...measureIn(columnsIn(block)[0] ?? {}) }, { columns: undefined })
  return whole
}

/** A name that no other has. */
export function freeBlockName(taken: readonly string[], letter: string): string {
  for (let number = 1; ; number++) if (!taken.includes(`${letter}${number}`)) return `${letter}${number}`
}

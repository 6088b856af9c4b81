import type { Field } from '../field'
import type { FieldType, FieldTypes } from '../field-type'
import type { JsonObject } from '../json'
import type { Rollup } from '../rollup'
import { listKeyword, namedField, type EntityDraft } from './entity-draft'
import type { CheckId, ErrorPlace } from './metadata-error'

/** Reads the rollups of all entities: which counts and sums are kept beside their rows. */
export function linkRollups(drafts: ReadonlyMap<string, EntityDraft>, fieldTypes: FieldTypes): void {
  for (const draft of drafts.values()) {
    const known = new Set<string>()
    const rollups = listKeyword(draft, 'x-rollups').flatMap(({ value, place }) => {
      const rollup = rollupOf(value as JsonObject, draft, fieldTypes, place)
      const text = JSON.stringify(rollup)
      if (known.has(text)) place.error('M153', 'the same rollup stands above. Remove one.')
      known.add(text)
      return rollup ?? []
    })
    if (rollups.length > 0) draft.entity = { ...draft.entity, rollups }
  }
}

function rollupOf(
  { each, at, by = [], sum = [] }: JsonObject,
  draft: EntityDraft,
  fieldTypes: FieldTypes,
  place: ErrorPlace,
): Rollup | null {
  const column = (name: string, fits: Fits, what: string, id: CheckId, there: ErrorPlace): boolean => {
    const field = namedField(draft, name, there)
    const type = field && fieldTypes[field.type]
    if (!field || !type) return false
    if (fits(field, type) && !field.virtual && !field.dynamic && !field.secret) return true
    there.error(id, `"${name}" (${field.type}) is not ${what} with a column. Name one.`)
    return false
  }
  const time = String(at)
  const names = { by: by as readonly string[], sum: sum as readonly string[] }
  const found = [
    column(time, isDated, 'a moment or a day', 'M150', place.in('at')),
    ...names.by.map((name, i) => column(name, isPart, 'a choice, a flag or a reference', 'M151', place.in('by', i))),
    ...names.sum.map((name, i) => column(name, isNumber, 'a number', 'M152', place.in('sum', i))),
  ]
  if (!found.every(Boolean)) return null
  const isDay = fieldTypes[draft.fields.get(time)?.field.type ?? '']?.isMoment !== true
  if (isDay && each === 'hour') place.in('each').error('M150', `"${time}" is a day and has no hours. Say "day".`)
  return { each: each === 'hour' ? 'hour' : 'day', at: time, by: names.by, sum: names.sum }
}

type Fits = (field: Field, type: FieldType) => boolean

const isDated: Fits = (_field, { name, isMoment }) => name === 'date' || isMoment === true
const isPart: Fits = ({ ref }, { name }) => name === 'enum' || name === 'flag' || ref !== undefined
const isNumber: Fits = (_field, { counts }) => counts?.as === 'number' || counts?.as === 'duration'

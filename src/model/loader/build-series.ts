import type { Series } from '../field'
import type { JsonObject } from '../json'
import { namedField, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/** Parts of a format. */
export const SERIES_PART = /\{(n|yyyy|mm)(?::(\d{1,2}))?\}/g

/** Reads the series of all fields: numbers that nobody writes. */
export function linkSeries(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      const written = field.schema['x-series']
      if (written === undefined || !place) continue
      field.series = seriesOf(draft, written as JsonObject, place.in('x-series'))
      for (const key of ['default', 'x-set', 'x-edit', 'x-require', 'x-copy', 'x-formula', 'readOnly']) {
        if (field.schema[key] !== undefined)
          place.in(key).error('M064', `the program numbers "${field.name}", and nobody writes it. Remove "${key}".`)
      }
      if (field.unique && field.series.per.length > 0) {
        place
          .in('x-unique')
          .error(
            'M106',
            `the numbers of "${field.name}" begin anew for each ${field.series.per.join(' + ')}, and no two records may have the same one. Remove it here, and add "x-unique": [${JSON.stringify([...field.series.per, field.name])}] to the schema.`,
          )
      }
      if (field.required)
        place.error('M064', `"${field.name}" has no number until it is given one. Take it out of "required".`)
      field.readOnly = true
    }
  }
}

function seriesOf(draft: EntityDraft, { format, per = [], start = 1 }: JsonObject, place: ErrorPlace): Series {
  const text = String(format)
  const parts = [...text.matchAll(SERIES_PART)].map(([, part]) => part)
  if (parts.filter((part) => part === 'n').length !== 1)
    place.in('format').error('M064', `"${text}" has no number, or several. Write {n} once, such as "F001-{n:8}".`)
  else if (/[{}]/.test(text.replace(SERIES_PART, '')))
    place.in('format').error('M064', `"${text}" has a brace that means nothing. Known: {n}, {n:8}, {yyyy}, {mm}.`)
  else if (parts.includes('mm') && !parts.includes('yyyy'))
    place.in('format').error('M064', `"${text}" would repeat its numbers every year. Write {yyyy} too.`)
  const names = (per as readonly string[]).filter((name, i) => {
    const field = namedField(draft, name, place.in('per', i))
    if (field && (field.virtual || field.dynamic || (!field.ref && field.type !== 'enum')))
      place
        .in('per', i)
        .error('M064', `"${name}" (${field.type}) names no branch or kind. Name a reference or an enum.`)
    return field !== null
  })
  return { format: text, per: names, start: Number(start) }
}

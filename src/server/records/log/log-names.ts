import { typeOf } from '../../../model/canonical'
import type { Json, JsonObject } from '../../../model/json'
import { choices } from '../../../model/rules/choices'
import { dateText } from '../../../model/values/shown-date'
import { everyColumn } from '../read/wire-columns'
import { findRecords } from '../read/read'
import { choiceText } from '../fields/labels'
import { contextOf, type RecordContext } from '../record-context'
import { hasTitle, recordTitle } from '../record-title'
import type { LogLine } from './log-list'

/**
 * Lines in which a record that was noted by its number alone has its name, as long as it can be read: a row that is
 * named by what it refers to, or one that had no name yet.
 */
export async function withNames(context: RecordContext, lines: readonly LogLine[]): Promise<readonly LogLine[]> {
  const asked = new Map<string, Set<number>>()
  for (const line of lines) {
    if (line.id_target !== null && isBare(context, line)) {
      asked.set(line.target, (asked.get(line.target) ?? new Set()).add(Number(line.id_target)))
    }
  }
  const names = new Map<string, string>()
  for (const [target, ids] of asked) {
    const entity = context.model.entities[target]
    if (!entity || entity.key || entity.remote) continue
    const there = contextOf(context, entity, { ...context.resource, name: target, entity: target, where: undefined })
    const { db } = context.runtime.database
    for (const [id, record] of await findRecords(there, db, everyColumn(there), [...ids], { removed: true })) {
      names.set(`${target} ${id}`, recordTitle(entity, inWords(there, record)))
    }
  }
  return lines.map((line) => {
    const title = names.get(`${line.target} ${line.id_target}`)
    return title === undefined || !isBare(context, line) ? line : { ...line, title }
  })
}

/** Nothing, `#7`, or of a row that has no text of its own, `7`. */
function isBare({ model }: RecordContext, { target, title, id_target }: LogLine): boolean {
  if (title === null || title === '' || title === `#${id_target}`) return true
  const entity = model.entities[target]
  return entity !== undefined && hasTitle(entity) && title === String(id_target)
}

/** A record with its choices as people call them, and its days as they write them. */
const inWords = (
  { entity, runtime: { words, fieldTypes }, actor: { language } }: RecordContext,
  record: JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]): [string, Json] => {
      const field = entity.fields[name]
      const isChoice =
        field && typeof value === 'string' && choices(field).length > 0 && !typeOf(field, fieldTypes).file
      if (field && typeof value === 'string' && typeOf(field, fieldTypes).inFiles === 'date')
        return [name, dateText(value)]
      return [name, isChoice ? choiceText(words, language, field, value) : (value ?? null)]
    }),
  )

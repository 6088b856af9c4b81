import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { represent } from '../../../model/represent'
import { choices } from '../../../model/rules/choices'
import type { Tx } from '../../platform/database/database'
import { findRecords } from '../read/read'
import { choiceText } from '../fields/labels'
import { labelKey } from '../fields/row-columns'
import { everyColumn } from '../read/wire-columns'
import type { RecordContext } from '../record-context'
import { readId } from '../record-id'

/**
 * What rows of a record are called in its activity: what they stand for, or where that is only a number, what they
 * refer to, or what is written in them.
 */
export async function rowTitles(
  there: RecordContext,
  tx: Tx,
  link: string,
  rows: readonly JsonObject[],
): Promise<readonly string[]> {
  const { entity } = there
  const open = Object.values(entity.fields).filter(({ see, system, name }) => !see && !system && name !== link)
  if (entity.represent.some((part) => 'field' in part && part.field !== 'id'))
    return rows.map((row) => represent(entity, inWords(there, open, row)))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => readId(entity, id))
  const records = await findRecords(
    { ...there, resource: { ...there.resource, where: undefined } },
    tx,
    everyColumn(there),
    ids,
  )
  return ids.map((id) => contentsOf(there, open, records.get(id) ?? {}))
}

/** A row with its choices as people call them. */
const inWords = (
  { runtime: { words }, actor: { language } }: RecordContext,
  open: readonly Field[],
  row: JsonObject,
): { [field: string]: Json } =>
  Object.fromEntries([
    ['id', row.id ?? null],
    ...open.map((field): [string, Json] => {
      const value = row[field.name] ?? null
      return [
        field.name,
        choices(field).length > 0 && typeof value === 'string' ? choiceText(words, language, field, value) : value,
      ]
    }),
  ])

function contentsOf({ runtime: { fieldTypes } }: RecordContext, open: readonly Field[], record: JsonObject): string {
  const labels = open.map(({ name }) => record[labelKey(name)]).filter((label) => typeof label === 'string')
  const texts: readonly (Json | undefined)[] = open
    .filter((field) => typeOf(field, fieldTypes).json === 'string' && choices(field).length === 0)
    .map(({ name }) => record[name])
  return labels.join(' · ') || String(texts.find((text) => typeof text === 'string' && text !== '') ?? '')
}

import { writeFile } from 'node:fs/promises'
import { AppError } from '../../../model/errors'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { RecordContext } from '../../records/record-context'
import { MAX_ITEMS } from './import-view'
import { importFields } from './import-columns'
import { emptiesOf, type Upload } from './upload'

/**
 * Rows that came as JSON, as the file that they would be; values beside them are those of every row.
 * @throws {AppError} VALIDATION at `items`
 */
export async function itemsFile(context: RecordContext, { items, blanks, ...beside }: JsonObject): Promise<Upload> {
  if (!Array.isArray(items) || items.length === 0 || !items.every(isObject))
    throw new AppError('VALIDATION', { errors: { items: { key: 'required' } } })
  if (items.length > MAX_ITEMS)
    throw new AppError('VALIDATION', { errors: { items: { key: 'too_many', params: { max: MAX_ITEMS } } } })
  // What no row names stays as it is in records that exist.
  const names = importFields(context).flatMap(({ name }) =>
    name in beside || items.some((item) => name in item) ? name : [],
  )
  const path = await context.runtime.files.temporary.path()
  await writeFile(
    path,
    [
      names,
      ...(items as readonly JsonObject[]).map((item) => names.map((name) => itemText(item[name] ?? beside[name]))),
    ]
      .map((row) => `${row.map(quoted).join(',')}\r\n`)
      .join(''),
    { mode: 0o600 },
  )
  return { path, name: 'items.csv', values: {}, encoding: 'utf-8', empties: emptiesOf(blanks) }
}

// Nobody opens this file: a text that a sheet would take for a formula stays as it is.
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const itemText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

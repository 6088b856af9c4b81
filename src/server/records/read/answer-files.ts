import { answersOf } from '../../../model/forms/form'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { isCountedId } from '../../../model/values/id-value'
import type { Runtime } from '../../language/runtime'
import type { Read, RowColumns } from '../fields/row-columns'

/**
 * Reads answers for their asker: files are addresses that open for their session for a while; null where the field is
 * of another type.
 */
export function answersRead(runtime: Runtime, row: RowColumns, alias: string, field: Field): Read | null {
  if (!field.answers) return null
  const read = row.field(alias, field)
  return (at, id_session) => addressed(runtime, read(at), id_session ?? null)
}

function addressed(runtime: Runtime, value: Json, id_session: number | null): Json {
  const answers = answersOf(value)
  const files = answers?.words.filter(({ file }) => file !== undefined) ?? []
  if (!answers || files.length === 0) return value
  const urls = files.flatMap(({ key, text }) => {
    const id = answers.values[key]
    return isCountedId(id) ? [[key, runtime.files.links.url(id, text ?? '', id_session)] as const] : []
  })
  return { ...(value as object), values: { ...answers.values, ...Object.fromEntries(urls) } } as Json
}

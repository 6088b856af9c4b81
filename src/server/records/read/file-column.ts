import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import type { Runtime } from '../../language/runtime'
import type { Read, RowColumns } from '../fields/row-columns'

/** Id and name of the file that a column points to, as one text within the query of the page. */
const idAndName = (alias: string, field: Field): RawBuilder<unknown> =>
  sql`(select concat_ws('/', f.id, f.name) from files as f where f.id = ${sql.ref(`${alias}.${field.name}`)})`

/**
 * Reads a file field for its asker: the address where their session can fetch the file for a while; null where the
 * field is of another type.
 */
export function fileAddress(runtime: Runtime, row: RowColumns, alias: string, field: Field): Read | null {
  if (!runtime.fieldTypes[field.type]?.file) return null
  const raw = row.any(idAndName(alias, field))
  return (at, id_session) => {
    const { id, name } = parted(raw(at))
    return id === null ? null : runtime.files.links.url(id, name, id_session ?? null)
  }
}

/** The file's name for the activity log; null where the field is of another type. */
export function fileName(runtime: Runtime, row: RowColumns, alias: string, field: Field): Read | null {
  if (!runtime.fieldTypes[field.type]?.file) return null
  const raw = row.any(idAndName(alias, field))
  return (at) => {
    const { id, name } = parted(raw(at))
    return id === null ? null : name
  }
}

function parted(raw: unknown): { readonly id: number | null; readonly name: string } {
  if (typeof raw !== 'string') return { id: null, name: '' }
  const slash = raw.indexOf('/')
  return { id: Number(raw.slice(0, slash)), name: raw.slice(slash + 1) }
}

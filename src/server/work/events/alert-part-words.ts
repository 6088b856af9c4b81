import { sql } from 'kysely'
import { catalogueOf } from '../../../model/catalogue-of'
import { fieldKeys } from '../../../model/field-words'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Db } from '../../platform/database/database'
import type { PresentAt, SaidValue } from '../../language/feature/hooks'
import { labelKey } from '../../records/fields/row-columns'

/** What an alert keeps as names of fields of its module's records. */
const PARTS = ['date_field', 'fields', 'recipients'] as const

/** Alerts with those names as people read them beside (`fields__label`). */
export async function withPartWords(
  db: Db,
  records: readonly JsonObject[],
  at: PresentAt,
): Promise<readonly JsonObject[]> {
  const named = records.filter((record) => PARTS.some((part) => record[part]))
  const ids = [...new Set(named.flatMap(({ id_module: id }) => (typeof id === 'number' ? [id] : [])))]
  if (ids.length === 0) return records
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from modules where id = any(${ids}::integer[])`.execute(db)
  const keys = new Map(rows.map(({ id, key }) => [Number(id), key]))
  return records.map((record) => {
    const resource = catalogueOf(at.model, keys.get(Number(record.id_module)) ?? '')
    const labels = resource
      ? PARTS.flatMap((part) => {
          const names = record[part]
          return typeof names === 'string' && names !== ''
            ? [[labelKey(part), wordsOf(names, resource, at)] as const]
            : []
        })
      : []
    return { ...record, ...Object.fromEntries(labels) }
  })
}

/** What files for people have in their place. */
export const saidParts: { readonly [field: string]: SaidValue } = Object.fromEntries(
  PARTS.map((part) => [
    part,
    {
      reads: ['id', 'id_module', part],
      say: (record: JsonObject) => String(record[labelKey(part)] ?? record[part] ?? ''),
    },
  ]),
)

const wordsOf = (names: string, resource: Resource, at: PresentAt): string =>
  names
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((name) => pathWords(name.split('.'), resource, at) ?? name)
    .join(', ')

/** `id_shelf.name` as `Estante · Nombre`; null where no field has that name: an address. */
function pathWords(
  [name = '', ...rest]: readonly string[],
  of: Pick<Resource, 'name' | 'entity'>,
  at: PresentAt,
): string | null {
  const field = at.model.entities[of.entity]?.fields[name]
  if (!field) return null
  const key = fieldKeys(of, field, name).find((one) => at.say(one) !== one)
  const label = key === undefined ? field.title : at.say(key)
  if (rest.length === 0) return label
  const to = field.ref?.to
  const further = to === undefined ? null : pathWords(rest, { name: to, entity: to }, at)
  return further === null ? null : `${label} · ${further}`
}

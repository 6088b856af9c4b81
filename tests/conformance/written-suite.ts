import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp } from './conformance-app'

/**
 * A list's rows without those of their records, which come in full lists alone, and without addresses of files, signed
 * at each call.
 */
export function comparable(
  rows: Json | readonly JsonObject[],
  { model }: Pick<ConformanceApp, 'model'>,
  { entity }: Resource,
): Json {
  const children = Object.values(model.entities[entity]?.fields ?? {}).flatMap((field) =>
    field.children ? [field.name] : [],
  )
  const plain = (rows as readonly JsonObject[]).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !children.includes(key))),
  )
  return JSON.parse(JSON.stringify(plain).replace(/\/api\/file\/[^"]*/g, 'file')) as Json
}

/** Every other key of these rows, from the first or the second on, but the labels that come by themselves. */
export const someKeys = (rows: readonly JsonObject[], from: 0 | 1): readonly string[] =>
  [...new Set(rows.flatMap(Object.keys))]
    .filter((key) => !key.includes('__'))
    .sort()
    .filter((_, at) => at % 2 === from)

/**
 * What is wrong with rows that were asked for by these keys; null: each has them, as the whole rows have, and nothing
 * else that those have not.
 */
export function wrongRows(
  keys: readonly string[],
  narrow: readonly JsonObject[],
  whole: readonly JsonObject[],
): string | null {
  if (narrow.length !== whole.length) return `${narrow.length} rows, not ${whole.length}`
  for (const [at, row] of narrow.entries()) {
    const full = whole[at] ?? {}
    const lacking = keys.filter((key) => Object.hasOwn(full, key) && !Object.hasOwn(row, key))
    if (lacking.length > 0) return `no ${lacking.join()} in ${JSON.stringify(row)}`
    const other = Object.keys(row).filter((key) => !isDeepStrictEqual(row[key], full[key]))
    if (other.length > 0) return `${other.join()}: ${JSON.stringify(row)}, not ${JSON.stringify(full)}`
  }
  return null
}

/** The fields that computed texts are made of: they come with those. */
const madeOf = ({ model }: Pick<ConformanceApp, 'model'>, { entity }: Resource): readonly string[] =>
  Object.values(model.entities[entity]?.fields ?? {}).flatMap(({ computed }) =>
    (computed?.kind === 'text' ? computed.parts : []).flatMap((part) => ('field' in part ? [part.field] : [])),
  )

/** A record with its references as ids alone, apart from the labels that a text of its own is made of. */
function withoutNames(row: JsonObject, at: Pick<ConformanceApp, 'model'>, resource: Resource): JsonObject {
  const named = Object.values(at.model.entities[resource.entity]?.fields ?? {}).flatMap(({ name, ref, refAny }) =>
    ref || refAny
      ? [
          `${name}__label`,
          `${name}__closed`,
          `${name}__color`,
          ...Object.keys(ref?.expand ?? {}),
          ...(ref?.named ?? []).map((key) => `${key}__label`),
        ]
      : [],
  )
  const kept = new Set(madeOf(at, resource).flatMap((name) => [name, `${name}__label`]))
  return Object.fromEntries(Object.entries(row).filter(([key]) => kept.has(key) || !named.includes(key)))
}

const MAX_RECORDS = 5

/**
 * The rows of a list and the records that PostgreSQL writes are those that the server makes of decoded values: a list
 * in full (`full=1`) is always decoded. On PGlite both are.
 */
export function writesAlike(resource: Resource, app: () => ConformanceApp): void {
  test('lists and records say the same, whether PostgreSQL wrote them or the server, whole and by some of their keys', async () => {
    const at = app()
    for (const role of ['root', 'reader'] as const) {
      const query = { limit: 1000, order_col: 'id', count: 'none' }
      const [written, decoded] = [
        await at.get(role, resource.endpoint, query),
        await at.get(role, resource.endpoint, { ...query, full: 1 }),
      ]
      expect([role, written.status]).toEqual([role, decoded.status])
      if (decoded.status !== 200) continue
      expect(Object.keys(written.body)).toEqual(Object.keys(decoded.body))
      expect(comparable(written.body.items ?? [], at, resource)).toEqual(
        comparable(decoded.body.items ?? [], at, resource),
      )
      const rows = decoded.body.items as unknown as readonly JsonObject[]
      // A page that is planned for its own values reads its rows by their ids.
      const filtered = await at.get(role, resource.endpoint, {
        ...query,
        filters: { id: { in: rows.map(({ id }) => id ?? null) } },
      })
      expect(comparable(filtered.body.items ?? [], at, resource)).toEqual(
        comparable(decoded.body.items ?? [], at, resource),
      )
      for (const keys of [someKeys(rows, 0), someKeys(rows, 1), resource.list.reads ?? []]) {
        if (keys.length === 0) continue
        // What a catalogue names for its widgets is there to be read.
        if (role === 'root' && rows[0] && keys === resource.list.reads)
          expect(Object.keys(rows[0])).toEqual(expect.arrayContaining([...keys]))
        const asked = new Set(['id', ...keys, ...madeOf(at, resource)])
        const narrow = await at.get(role, resource.endpoint, { ...query, columns: keys.join() })
        expect([
          narrow.status,
          wrongRows(
            keys,
            comparable(narrow.body.items ?? [], at, resource) as readonly JsonObject[],
            comparable(rows, at, resource) as readonly JsonObject[],
          ),
        ]).toEqual([200, null])
        const more = (narrow.body.items as unknown as readonly JsonObject[])
          .flatMap(Object.keys)
          .filter((key) => !asked.has(key.split('__')[0] ?? key))
        expect(more).toEqual([])
      }
      const bare = (await at.get(role, resource.endpoint, { ...query, labels: 0 })).body.items ?? []
      expect(comparable(bare, at, resource)).toEqual(
        comparable(
          rows.map((row) => withoutNames(row, at, resource)),
          at,
          resource,
        ),
      )
      for (const row of rows.slice(0, MAX_RECORDS)) {
        const one = async (asked: JsonObject): Promise<Json> =>
          comparable(
            [(await at.get(role, `${resource.endpoint}/${String(row.id)}`, asked)).body.item ?? null],
            at,
            resource,
          )
        expect(await one({})).toEqual(comparable([row], at, resource))
        expect(await one({ labels: 0 })).toEqual(comparable([withoutNames(row, at, resource)], at, resource))
        const keys = someKeys([row], 0)
        const narrow = (await one({ columns: keys.join() })) as readonly JsonObject[]
        expect(wrongRows(keys, narrow, comparable([row], at, resource) as readonly JsonObject[])).toBeNull()
      }
    }
  })
}

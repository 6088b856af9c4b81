import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp } from './conformance-app'

/** A list's rows without those of their records, which come in full lists alone, and without addresses of files, signed at each call. */
export function comparable(rows: Json, { model }: Pick<ConformanceApp, 'model'>, { entity }: Resource): Json {
  const children = Object.values(model.entities[entity]?.fields ?? {}).flatMap((field) => (field.children ? [field.name] : []))
  const plain = (rows as readonly JsonObject[]).map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !children.includes(key))))
  return JSON.parse(JSON.stringify(plain).replace(/\/api\/file\/[^"]*/g, 'file')) as Json
}

const MAX_RECORDS = 5

/**
 * The rows of a list and the records that PostgreSQL writes are those that the server makes of decoded values: a list in full (`full=1`) is always decoded.
 * On PGlite both are.
 */
export function writesAlike(resource: Resource, app: () => ConformanceApp): void {
  test('lists and records say the same, whether PostgreSQL wrote them or the server', async () => {
    const at = app()
    for (const role of ['root', 'reader'] as const) {
      const query = { limit: 1000, order_col: 'id', count: 'none' }
      const [written, decoded] = [await at.get(role, resource.endpoint, query), await at.get(role, resource.endpoint, { ...query, full: 1 })]
      expect([role, written.status]).toEqual([role, decoded.status])
      if (decoded.status !== 200) continue
      expect(Object.keys(written.body)).toEqual(Object.keys(decoded.body))
      expect(comparable(written.body.items ?? [], at, resource)).toEqual(comparable(decoded.body.items ?? [], at, resource))
      const rows = decoded.body.items as unknown as readonly JsonObject[]
      // A page that is planned for its own values reads its rows by their ids.
      const filtered = await at.get(role, resource.endpoint, { ...query, filters: { id: { in: rows.map(({ id }) => id ?? null) } } })
      expect(comparable(filtered.body.items ?? [], at, resource)).toEqual(comparable(decoded.body.items ?? [], at, resource))
      for (const row of rows.slice(0, MAX_RECORDS)) {
        const { item = null } = (await at.get(role, `${resource.endpoint}/${String(row.id)}`)).body
        expect(comparable([item], at, resource)).toEqual(comparable([row], at, resource))
      }
    }
  })
}

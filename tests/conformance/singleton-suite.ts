import { beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { canonicalValue, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { isSame } from '../../src/model/values/same'
import type { ConformanceApp } from './conformance-app'
import { writableFields } from './valid-record'

/** What every catalogue of one record must do for who may, and refuse to who may not; made from its metadata alone. */
export function singletonSuite(
  resource: Resource,
  entity: Entity,
  app: () => ConformanceApp,
  random: () => number,
): void {
  const { endpoint } = resource
  describe(resource.name, () => {
    let at: ConformanceApp
    const item = async (): Promise<JsonObject> =>
      (await at.post('root', `${endpoint}/form`, {})).body.item as JsonObject
    beforeAll(() => {
      at = app()
    })

    test('has its record from the start, and one alone', async () => {
      const first = await item()
      expect(first).toMatchObject({ ...resource.fixed, version: 1 })
      expect(await item()).toEqual(first)
      // It has no list; a POST is its form, by the specification's name.
      expect((await at.get('root', endpoint)).status).toBe(405)
      expect((await at.post('root', `${endpoint}/remove`, { id: first.id ?? null })).status).toBe(404)
    })

    test('changes field by field, and refuses what their types refuse', async () => {
      for (const field of writableFields(resource, entity)) {
        const type = typeOf(field, fieldTypes)
        if (field.ref || type.writeOnly || type.file) continue
        const value = canonicalValue(field, fieldTypes, type.sample(field, random))
        const answer = await at.post('root', `${endpoint}/create`, { [field.name]: value })
        const after = await item()
        if (answer.status === 200 && Object.hasOwn(after, field.name))
          expect(isSame(after[field.name] ?? null, value), answer.text).toBe(true)
        else expect(answer.status, answer.text).toBe(answer.status === 200 ? 200 : 422)
        for (const wrong of type.invalid(field)) {
          const refused = await at.post('root', `${endpoint}/create`, { [field.name]: wrong })
          expect([field.name, wrong, refused.status]).toEqual([field.name, wrong, 422])
        }
        expect(await item()).toEqual(after)
      }
    })

    test('is closed to who may not, and meets an old version', async () => {
      const now = await item()
      for (const role of ['reader', 'none'] as const) {
        expect((await at.post(role, `${endpoint}/form`, {})).status).toBe(
          role === 'reader' && resource.root !== true ? 200 : 403,
        )
        expect((await at.post(role, `${endpoint}/create`, {})).status).toBe(403)
      }
      expect((await at.post('root', `${endpoint}/create`, { version: Number(now.version) + 1 })).status).toBe(409)
      expect(await item()).toEqual(now)
    })
  })
}

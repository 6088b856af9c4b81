import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { isDivider } from '../../src/model/board'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp, Role } from './conformance-app'

/**
 * What every board must do: its columns are its list, divided; closed to whom the list is closed. Made from the
 * metadata alone.
 */
export function boardSuite(resource: Resource, entity: Entity, app: () => ConformanceApp): void {
  const { endpoint } = resource
  const board = resource.list.layouts.find((layout) => layout.kind === 'board')
  const path = `${endpoint}/board`
  if (!board) {
    test('has no board', async () => {
      // Where people choose the ids, a record may be called so.
      expect([400, 404]).toContain((await app().get('root', path)).status)
    })
    return
  }

  test('divides its list by every field that has columns, and counts what the list finds', async () => {
    const at = app()
    for (const field of Object.values(entity.fields).filter((one) => isDivider(one, typeOf(one, fieldTypes)))) {
      const { status, body, text } = await at.get('root', path, { by: field.name, limit: 2 })
      expect([field.name, status, text]).toEqual([field.name, 200, text])
      const columns = body.columns as unknown as readonly {
        value: Json
        label: string
        count: number
        items: JsonObject[]
        after?: string
      }[]
      const all = await at.get('root', endpoint, { limit: 1, count: 'exact' })
      expect(
        columns.reduce((sum, { count }) => sum + count, 0) +
          Number((body.others as JsonObject | undefined)?.count ?? 0),
      ).toBe(body.total)
      expect([field.name, body.total]).toEqual([field.name, all.body.total])
      for (const { value, label, count, items, after } of columns) {
        const list = await at.get('root', endpoint, { filters: { [field.name]: value }, limit: 2, count: 'exact' })
        expect([field.name, value, count, items]).toEqual([field.name, value, list.body.total, list.body.items])
        expect([field.name, value, after]).toEqual([field.name, value, list.body.after])
        expect(label).not.toBe('')
      }
    }
  })

  test('has a board for who may see it, and for nobody else', async () => {
    const at = app()
    const expected: { [role in Role]: number } = { root: 200, reader: resource.root === true ? 403 : 200, none: 403 }
    for (const role of ['root', 'reader', 'none'] as const)
      expect([role, (await at.get(role, path)).status]).toEqual([role, expected[role]])
    for (const field of Object.values(entity.fields).filter((one) => !isDivider(one, typeOf(one, fieldTypes))))
      expect([field.name, (await at.get('root', path, { by: field.name })).status]).toEqual([field.name, 400])
  })
}

import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { sourceFilesOf } from './fixture-schemas'

const tanks = (size: object) => ({
  tanks: {
    title: 'Tanque',
    required: ['name'],
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 40 }, size, notes: { type: 'string', maxLength: 40 } },
  },
})

oneEngine((_engine, open) => {
  describe('while a change of type waits for a person', () => {
    let at: TestApp
    const names = async (filters: JsonObject, more: JsonObject = {}) =>
      (
        (await at.call('root', 'GET', 'tanks', { filters: JSON.stringify(filters), order_col: 'name', ...more })).body
          .items as readonly JsonObject[]
      ).map(({ name }) => name)

    beforeAll(async () => {
      at = await testApp({ schemas: tanks({ type: 'string', maxLength: 20 }), open })
      for (const [name, size] of [
        ['A', '5'],
        ['B', 'grande'],
        ['C', '12'],
      ])
        await at.call('root', 'POST', 'tanks/create', { name: name ?? '', size: size ?? '' })
      const model = checkedModel(sourceFilesOf(tanks({ type: 'integer' })), [])
      await prepareDatabase(at.database, model, [], at.runtime.words, () => {})
      at.metadata.replace(model)
    })

    test('numbers are filtered and sorted as numbers, and what is none is empty', async () => {
      expect(await names({ size: { gte: 6 } })).toEqual(['C'])
      expect(await names({ size: { isNull: true } })).toEqual(['B'])
      expect(await names({}, { order_col: 'size', order_dir: 'desc' })).toEqual(expect.arrayContaining(['A', 'B', 'C']))
    })

    test('a row whose value does not fit is edited, and keeps it until it gets another', async () => {
      const { body } = await at.call('root', 'GET', 'tanks', { filters: JSON.stringify({ name: 'B' }) })
      const { id = null } = (body.items as readonly JsonObject[])[0] ?? {}
      const stored = async () =>
        (await at.database.db.selectFrom('tanks').select('size').where('id', '=', Number(id)).executeTakeFirst())?.size
      expect(await at.call('root', 'POST', 'tanks/create', { id, notes: 'Vacío' })).toMatchObject({
        status: 200,
        body: { item: { notes: 'Vacío', size: null } },
      })
      expect(await stored()).toBe('grande')
      expect(await at.call('root', 'POST', 'tanks/create', { id, size: 40 })).toMatchObject({
        status: 200,
        body: { item: { size: 40 } },
      })
      expect(await stored()).toBe('40')
    })
  })
})

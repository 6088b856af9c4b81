import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  boats: {
    title: 'Boat', type: 'object', required: ['name'], 'x-represent': '{name}', 'x-dynamic': true,
    properties: { name: { type: 'string', maxLength: 20, 'x-search': true }, code: { type: 'string', maxLength: 5, 'x-unique': true } },
  },
}
const RESOURCES = {
  boats: { import: { columns: ['name', 'code'], match: ['code'] } },
  dynamic_fields: { title: 'Campos adicionales' },
}

oneEngine((_engine, open) => {
  describe('fields that administrators define', () => {
    let at: TestApp
    beforeAll(async () => { at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open }) })

    const define = (more: JsonObject) => at.call('root', 'POST', 'dynamic_fields/create', { entity: 'boats', title: 'T', type: 'text', ...more })
    const boat = (input: JsonObject) => at.call('root', 'POST', 'boats/create', { name: 'B', ...input })

    test('are in force at once: in the form, the list, a filter, a file, the log and the Model', async () => {
      expect((await define({ name: 'length', title: 'Length', type: 'decimal' })).body).toMatchObject({ ok: true })
      expect((await define({ name: 'kind', title: 'Kind', type: 'enum', options: 's=Sail\nm=Motor', required: true })).body).toMatchObject({ ok: true })
      expect((await define({ name: 'built', title: 'Built', type: 'date' })).body).toMatchObject({ ok: true })
      expect((await boat({ length: 12.5 })).body.errors).toHaveProperty('kind')
      expect((await boat({ kind: 'x' })).body.errors).toHaveProperty('kind')
      const { body } = await boat({ name: 'Ana', length: '12.50', kind: 's', built: '2020-02-29' })
      expect(body.item).toMatchObject({ length: 12.5, kind: 's', built: '2020-02-29' })
      await boat({ name: 'Bea', kind: 'm' })
      const id = (body.item as JsonObject).id!
      const names = async (filters: JsonObject) => ((await at.call('root', 'GET', 'boats', { filters, order_col: 'name' })).body.items as JsonObject[]).map(({ name }) => name)
      expect(await names({ kind: 's' })).toEqual(['Ana'])
      expect(await names({ length: { gte: 12, lt: 13 } })).toEqual(['Ana'])
      expect(await names({ built: { isNull: true } })).toEqual(['Bea'])
      expect((await at.call('root', 'GET', 'boats', { order_col: 'length' })).status).toBe(400)
      expect((await at.call('root', 'POST', 'boats/create', { id, length: null })).body.item).toMatchObject({ length: null, kind: 's' })
      expect(JSON.stringify((await at.call('root', 'GET', 'logs', { target: 'boats', id_target: id })).body)).toContain('Length')
      expect((await at.call('root', 'GET', 'boats', { format: 'csv' })).text).toContain('2020-02-29')
      const verified = await at.call('root', 'GET', 'verify')
      const model = (await at.call('root', 'GET', `model/${String(verified.body.model)}`)).body.model as { resources: { boats: JsonObject } }
      expect(JSON.stringify(model.resources.boats.form)).toContain('"kind"')
      expect(JSON.stringify(model.resources.boats.import)).toContain('"kind"')
    })

    test('are refused where a schema file would be, at the place of the mistake', async () => {
      expect((await define({ entity: 'places', name: 'x' })).body.errors).toHaveProperty('entity')
      expect((await define({ name: 'code' })).body.errors).toHaveProperty('name')
      expect((await define({ name: 'select' })).body.errors).toHaveProperty('name')
      expect((await define({ name: 'shape', type: 'enum' })).body.errors).toHaveProperty('options')
      expect((await define({ name: 'shape', type: 'enum', options: 'a=1\na=2' })).body.errors).toHaveProperty('options')
      const { body } = await define({ name: 'colour', type: 'color' })
      const id = (body.item as JsonObject).id!
      expect((await at.call('root', 'POST', 'dynamic_fields/create', { id, type: 'text' })).body.errors).toHaveProperty('type')
      expect((await at.call('operator', 'POST', 'dynamic_fields/create', { entity: 'boats', name: 'y', title: 'Y', type: 'text' })).status).toBe(200)
    })

    test('that are taken away keep their values, and show them again when they come back', async () => {
      const { body } = await define({ name: 'flag_no', title: 'Flag number' })
      const field = (body.item as JsonObject).id!
      const made = (await boat({ name: 'Flagged', kind: 's', flag_no: 'F-1' })).body.item as JsonObject
      expect((await at.call('root', 'POST', 'dynamic_fields/disable', { id: field })).status).toBe(200)
      await expect.poll(async () => 'flag_no' in ((await at.call('root', 'GET', `boats/${String(made.id)}`)).body.item as JsonObject)).toBe(false)
      expect((await boat({ name: 'X', kind: 's', flag_no: 'F-2' })).body.errors).toHaveProperty('flag_no')
      expect((await at.call('root', 'POST', 'dynamic_fields/enable', { id: field })).status).toBe(200)
      await expect.poll(async () => ((await at.call('root', 'GET', `boats/${String(made.id)}`)).body.item as JsonObject).flag_no).toBe('F-1')
    })
  })
})

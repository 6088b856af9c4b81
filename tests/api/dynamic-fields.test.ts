import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { formsOf } from './forms-fixture'

const SCHEMAS = {
  boats: {
    title: 'Boat',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-dynamic': true,
    properties: {
      name: { type: 'string', maxLength: 20, 'x-search': true },
      code: { type: 'string', maxLength: 5, 'x-unique': true },
    },
  },
}
const RESOURCES = {
  boats: { import: { columns: ['name', 'code'], match: ['code'] } },
  forms: { title: 'Formularios' },
  form_fields: { title: 'Campos', endpoint: 'fields' },
}

oneEngine((_engine, open) => {
  describe('fields that administrators define', () => {
    let at: TestApp
    let id_form = 0
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
      id_form = await formsOf(at).form({ name: 'More', target: 'boats' })
    })

    const add = (more: JsonObject) =>
      at.call('root', 'POST', 'fields/create', { id_form, label: 'T', type: 'text', ...more })
    const publish = () => at.call('root', 'POST', 'forms/publish', { id: id_form })
    const boat = (input: JsonObject) => at.call('root', 'POST', 'boats/create', { name: 'B', ...input })

    test('are in force when they are published: in the form, the list, a filter, a file, the log and the Model', async () => {
      expect((await add({ key: 'length', label: 'Length', type: 'decimal' })).body).toMatchObject({ ok: true })
      expect(
        (await add({ key: 'kind', label: 'Kind', type: 'enum', options: 's=Sail\nm=Motor', required: true })).body,
      ).toMatchObject({ ok: true })
      expect((await add({ key: 'built', label: 'Built', type: 'date' })).body).toMatchObject({ ok: true })
      expect((await boat({ length: 12.5 })).body.errors).toHaveProperty('length')
      expect((await publish()).body).toMatchObject({ number: 1, changed: true })
      expect((await boat({ length: 12.5 })).body.errors).toHaveProperty('kind')
      expect((await boat({ kind: 'x' })).body.errors).toHaveProperty('kind')
      const { body } = await boat({ name: 'Ana', length: '12.50', kind: 's', built: '2020-02-29' })
      expect(body.item).toMatchObject({ length: 12.5, kind: 's', built: '2020-02-29' })
      await boat({ name: 'Bea', kind: 'm' })
      const id = (body.item as JsonObject).id!
      const names = async (filters: JsonObject) =>
        ((await at.call('root', 'GET', 'boats', { filters, order_col: 'name' })).body.items as JsonObject[]).map(
          ({ name }) => name,
        )
      expect(await names({ kind: 's' })).toEqual(['Ana'])
      expect(await names({ length: { gte: 12, lt: 13 } })).toEqual(['Ana'])
      expect(await names({ built: { isNull: true } })).toEqual(['Bea'])
      expect((await at.call('root', 'GET', 'boats', { order_col: 'length' })).status).toBe(400)
      expect((await at.call('root', 'POST', 'boats/create', { id, length: null })).body.item).toMatchObject({
        length: null,
        kind: 's',
      })
      expect(JSON.stringify((await at.call('root', 'GET', 'logs', { target: 'boats', id_target: id })).body)).toContain(
        'Length',
      )
      expect((await at.call('root', 'GET', 'boats', { format: 'csv' })).text).toContain('2020-02-29')
      const verified = await at.call('root', 'GET', 'verify')
      const model = (await at.call('root', 'GET', `model/${String(verified.body.model)}`)).body.model as {
        resources: { boats: JsonObject }
      }
      expect(JSON.stringify(model.resources.boats.form)).toContain('"kind"')
      expect(JSON.stringify(model.resources.boats.import)).toContain('"kind"')
    })

    test('are refused where a schema file would be, at the place of the mistake', async () => {
      expect(
        (await at.call('root', 'POST', 'forms/create', { name: 'X', target: 'places' })).body.errors,
      ).toHaveProperty('target')
      expect((await add({ key: 'code' })).body.errors).toHaveProperty('key')
      expect((await add({ key: 'select' })).body.errors).toHaveProperty('key')
      expect((await add({ key: 'kind' })).body.errors).toHaveProperty('key')
      expect((await add({ key: 'shape', type: 'enum' })).body.errors).toHaveProperty('options')
      expect((await add({ key: 'shape', type: 'enum', options: 'a=1\na=2' })).body.errors).toHaveProperty('options')
      expect((await add({ key: 'photo', type: 'image' })).body.errors).toHaveProperty('type')
      const { body } = await add({ key: 'colour', type: 'color' })
      const id = (body.item as JsonObject).id!
      await publish()
      expect((await at.call('root', 'POST', 'fields/create', { id, type: 'text' })).body.errors).toHaveProperty('type')
      expect((await at.call('root', 'POST', 'fields/create', { id, key: 'tint' })).body.errors).toHaveProperty('key')
      expect(
        (await at.call('operator', 'POST', 'fields/create', { id_form, key: 'y', label: 'Y', type: 'text' })).status,
      ).toBe(200)
    })

    test('that are taken away keep their values, and show them again when they come back', async () => {
      const { body } = await add({ key: 'flag_no', label: 'Flag number' })
      const field = (body.item as JsonObject).id!
      await publish()
      const made = (await boat({ name: 'Flagged', kind: 's', flag_no: 'F-1' })).body.item as JsonObject
      expect((await at.call('root', 'POST', 'fields/disable', { id: field })).status).toBe(200)
      await publish()
      expect('flag_no' in ((await at.call('root', 'GET', `boats/${String(made.id)}`)).body.item as JsonObject)).toBe(
        false,
      )
      expect((await boat({ name: 'X', kind: 's', flag_no: 'F-2' })).body.errors).toHaveProperty('flag_no')
      expect((await at.call('root', 'POST', 'fields/enable', { id: field })).status).toBe(200)
      await publish()
      expect(((await at.call('root', 'GET', `boats/${String(made.id)}`)).body.item as JsonObject).flag_no).toBe('F-1')
      expect((await at.call('root', 'POST', 'fields/remove', { id: field })).status).toBe(200)
      expect((await add({ key: 'flag_no', type: 'integer' })).body.errors).toHaveProperty('key')
      expect((await add({ key: 'flag_no' })).status).toBe(200)
    })

    test('of a form that is switched off are gone, and back with it', async () => {
      expect((await at.call('root', 'POST', 'forms/disable', { id: id_form })).status).toBe(200)
      expect((await boat({ name: 'No', kind: 's' })).body.errors).toHaveProperty('kind')
      expect((await at.call('root', 'POST', 'forms/enable', { id: id_form })).status).toBe(200)
      expect((await boat({ name: 'Yes', kind: 's' })).status).toBe(200)
    })

    test('of before there were forms become the fields of one, once, with the values that records hold', async () => {
      const { db } = at.database
      await sql`create table dynamic_fields (id integer generated always as identity, entity text, name text, title text, help text, type text, options text,
        required boolean, state text, rank integer, date_deleted timestamptz)`.execute(db)
      await sql`insert into dynamic_fields (entity, name, title, type, options, required, state, rank) values
        ('boats', 'harbour', 'Harbour', 'enum', ${'c=Callao\ni=Ilo'}, false, '1', 2),
        ('boats', 'crew', 'Crew', 'integer', null, false, '1', 1),
        ('boats', 'old', 'Old', 'text', null, false, '0', 3), ('places', 'gone', 'Gone', 'text', null, false, '1',
          1)`.execute(db)
      await sql`update boats set dynamic_values = coalesce(dynamic_values, '{}') || '{"harbour":"c","crew":4}'
        where name = 'Ana'`.execute(db)
      for (let again = 0; again < 2; again++)
        await prepareDatabase(at.database, at.metadata.model(), [], at.runtime.words, () => {})
      const { items } = (await at.call('root', 'GET', 'forms', { target: 'boats', order_col: 'id' })).body as {
        items: JsonObject[]
      }
      expect(items.map(({ name, published, num_fields }) => [name, published, num_fields])).toMatchObject([
        ['More', expect.any(Number), expect.any(Number)],
        ['Campos adicionales', 1, 3],
      ])
      await expect
        .poll(async () =>
          (
            (await at.call('root', 'GET', 'boats', { filters: { harbour: 'c' } })).body.items as
              | JsonObject[]
              | undefined
          )?.map(({ name, crew }) => [name, crew]),
        )
        .toEqual([['Ana', 4]])
      expect(
        (await sql<{ n: number }>`select count(*)::int as n from dynamic_fields where date_deleted is null`.execute(db))
          .rows,
      ).toEqual([{ n: 1 }])
    })
  })
})

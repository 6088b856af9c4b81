import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { VERB_SCHEMAS, verbsOf } from './verbs-fixture'

oneEngine((_engine, open) => {
  describe('a duplicate', () => {
    let at: TestApp
    const { post, made, read } = verbsOf(() => at)
    beforeAll(async () => {
      at = await testApp({
        schemas: VERB_SCHEMAS,
        resources: { deals: { title: 'Tratos' }, fixed: { entity: 'things', title: 'Fijas', readOnly: true } },
        open,
        now: () => new Date('2026-11-22T15:00:00.000Z'),
      })
    })

    test('begins with what may be copied, and is saved by the usual call', async () => {
      const one = await made('owners', {
        name: 'Ana',
        code: 'D-1',
        city: 'Lima',
        hidden: 'h',
        pin: 'Una-clave-9',
        state: '0',
        id_company: at.ids.companies.a,
        notes: [{ text: 'Uno' }, { text: 'Dos' }],
      })
      const { body } = await post('owners/duplicate', { id: one.id ?? null })
      const item = body.item as JsonObject
      expect(item).toMatchObject({
        name: 'Ana',
        city: 'Lima',
        hidden: 'h',
        state: '1',
        code: null,
        id_company: at.ids.companies.a,
        id_company__label: 'Empresa A',
        notes: [{ text: 'Uno' }, { text: 'Dos' }],
      })
      for (const key of ['id', 'version', 'date_created', 'pin', 'kept']) expect(item).not.toHaveProperty(key)
      expect(Object.keys((item.notes as JsonObject[])[0] ?? {})).toEqual(['text'])
      const { status, body: saved } = await post('owners/create', item)
      expect([status, saved.item]).toMatchObject([
        200,
        { name: 'Ana', version: 1, notes: [{ text: 'Uno' }, { text: 'Dos' }] },
      ])
      expect((await read('owners', one.id))?.notes).toHaveLength(2)
    })

    test('begins its life anew', async () => {
      const deal = await made('deals', { name: 'Trato' })
      await post('deals/count', { id: deal.id ?? null })
      const { body } = await post('deals/duplicate', { id: deal.id ?? null })
      expect(body.item).not.toHaveProperty('number')
      expect((await post('deals/create', body.item as JsonObject)).body.item).toMatchObject({
        name: 'Trato',
        state: '1',
        number: null,
      })
      const key = await made('codes', { id: 'uno', name: 'Uno' })
      const copy = (await post('codes/duplicate', { id: key.id ?? null })).body.item as JsonObject
      expect(copy).toMatchObject({ name: 'Uno' })
      expect(copy.id ?? null).toBeNull()
      // A name of a call would hide the call.
      for (const id of ['duplicate', 'set', 'merge', 'mergePreview', 'undo'])
        expect((await post('codes/create', { id, name: 'Uno' })).status).toBe(422)
    })

    test('is for who may create one, of what they see', async () => {
      const theirs = await made('owners', { name: 'De B', hidden: 'h', id_company: at.ids.companies.b })
      for (const role of ['reader', 'readerA', 'none'] as const)
        expect((await post('owners/duplicate', { id: theirs.id ?? null }, role)).status).toBe(403)
      expect((await post('owners/duplicate', { id: theirs.id ?? null }, 'companyA')).status).toBe(404)
      expect((await post('owners/duplicate', {}, 'companyA')).status).toBe(404)
      const { body } = await post('owners/duplicate', { id: theirs.id ?? null }, 'companyB')
      expect(body.item).not.toHaveProperty('hidden')
      expect((await post('fixed/duplicate', { id: theirs.id ?? null })).status).toBe(403)
    })
  })

  describe('a field of the chosen', () => {
    let at: TestApp
    const { post, made, read, logs } = verbsOf(() => at)
    beforeAll(async () => {
      at = await testApp({
        schemas: VERB_SCHEMAS,
        resources: { deals: { title: 'Tratos' } },
        open,
        now: () => new Date('2026-11-22T15:00:00.000Z'),
      })
    })

    test('is set in each, which is refused for itself', async () => {
      const [open_ = {}, shut = {}] = [
        await made('owners', { name: 'Abierta', city: 'Lima' }),
        await made('owners', { name: 'Cerrada', city: 'Cerrada' }),
      ]
      const answer = await post('owners/set', { ids: [open_.id ?? null, shut.id ?? null], field: 'cap', value: 7 })
      expect(answer).toMatchObject({
        status: 200,
        body: {
          results: [
            { id: open_.id, ok: true },
            { id: shut.id, ok: false, code: 'VALIDATION', msg: expect.stringContaining('Tope') },
          ],
        },
      })
      expect(await read('owners', open_.id)).toMatchObject({ cap: 7 })
      expect(await read('owners', shut.id)).toMatchObject({ cap: null, version: 1 })
      expect((await logs('owners', open_.id))[0]).toMatchObject({
        type_log: 'edit',
        run: { id: expect.stringMatching(/^bulk:/) },
        changes: [{ field: 'cap', to: '7' }],
      })
    })

    test('is no field that one record alone has, that the asker does not see, or that is locked', async () => {
      const one = await made('owners', { name: 'Una', id_company: at.ids.companies.a })
      const set = (field: string, value: JsonObject[string], role: Parameters<TestApp['call']>[0] = 'root') =>
        post('owners/set', { ids: [one.id ?? null], field, value }, role)
      for (const field of ['code', 'id', 'version', 'pin', 'photo', 'notes', 'kept', 'state', 'date_created'])
        expect([field, (await set(field, 'x')).status]).toEqual([field, 422])
      expect(await set('nothing', 'x')).toMatchObject({ status: 422, body: { errors: { field: expect.anything() } } })
      expect(await set('hidden', 'x', 'companyA')).toMatchObject({
        status: 422,
        body: { errors: { field: expect.anything() } },
      })
      expect(await set('cap', 'mucho')).toMatchObject({ status: 422, body: { errors: { cap: expect.anything() } } })
      expect(await set('name', null)).toMatchObject({ status: 422, body: { errors: { name: expect.anything() } } })
      expect((await set('city', 'x', 'reader')).status).toBe(403)
      expect((await set('city', 'x', 'companyB')).status).toBe(404)
      // Out of one's own company nothing is led.
      expect((await set('id_company', at.ids.companies.b, 'companyA')).status).toBeGreaterThanOrEqual(403)
      const deal = await made('deals', { name: 'Trato' })
      await post('deals/pay', { id: deal.id ?? null })
      expect((await post('deals/set', { ids: [deal.id ?? null], field: 'notes', value: 'x' })).status).toBe(422)
      expect((await post('deals/set', { ids: [deal.id ?? null], field: 'state', value: '1' })).status).toBe(422)
      expect((await read('owners', one.id))?.version).toBe(1)
    })

    test("is set in all that a filter finds of the asker's own", async () => {
      for (const id_company of [at.ids.companies.a, at.ids.companies.b])
        for (const n of [1, 2]) await made('owners', { name: `Todas ${n}`, id_company })
      const answer = await post(
        'owners/set',
        { all: true, filters: { name: { contains: 'Todas' } }, expected: 2, field: 'city', value: 'Puno' },
        'companyA',
      )
      expect(answer).toMatchObject({ status: 200, body: { total: 2, done: 2, undo: { run: expect.any(String) } } })
      const { body } = await at.call('root', 'GET', 'owners', { filters: { city: 'Puno' } })
      expect((body.items as JsonObject[]).map(({ id_company }) => id_company)).toEqual([
        at.ids.companies.a,
        at.ids.companies.a,
      ])
    })

    test('is one of the actions that `why` knows', async () => {
      for (const action of ['duplicate', 'set', 'merge', 'undo']) {
        expect((await at.call('operator', 'GET', 'owners/why', { action })).body).toMatchObject({ allowed: true })
        expect((await at.call('reader', 'GET', 'owners/why', { action })).body).toMatchObject({ allowed: false })
      }
    })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { ListViews } from '../../src/model/list-view'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'
import type { RoleName } from './fixture-users'
import type { Answer } from './fixture-app'

const VIEW = {
  name: 'Por vencer',
  filters: { kind: 'a', date_from: '2026-11-01', q: 'lima' },
  sort: ['due', 'desc'],
  columns: { order: ['code', 'title'], shown: ['code'] },
  density: 'compact',
  per_page: 50,
  layout: 'board',
}

oneEngine((_engine, open) => {
  describe('views of a list', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open)
    })
    const viewsOf = (answer: Answer): ListViews => answer.body as unknown as ListViews
    const read = async (role: RoleName, list = 'parcels') => viewsOf(await at.call(role, 'GET', `${list}/views`))
    const put = (role: RoleName, input: JsonObject, list = 'parcels') =>
      at.call(role, 'POST', `${list}/saveView`, input)
    const names = (views: ListViews) => views.items.map(({ name }) => name)

    test('a view comes back as it was saved, to its owner alone, and changes by the keys that are sent', async () => {
      const saved = await put('operator', VIEW)
      expect(saved.status).toBe(200)
      const [view] = viewsOf(saved).items
      expect(view).toMatchObject({ ...VIEW, own: true, shared: false, is_default: false, by: null })
      expect((await read('operator')).items).toEqual(viewsOf(saved).items)
      for (const role of ['root', 'reader', 'companyA'] as const)
        expect(names(await read(role))).not.toContain('Por vencer')
      expect((await read('operator', 'depots')).items).toEqual([])
      await put('operator', { id: Number(view?.id), name: 'Por vencer pronto' })
      expect((await read('operator')).items[0]).toMatchObject({ ...VIEW, name: 'Por vencer pronto' })
      for (const role of ['root', 'reader'] as const) {
        expect(await put(role, { id: Number(view?.id), name: 'Ajena' })).toMatchObject({ status: 404 })
        expect(await at.call(role, 'POST', 'parcels/removeView', { id: Number(view?.id) })).toMatchObject({
          status: 404,
        })
      }
      expect(names(viewsOf(await at.call('operator', 'POST', 'parcels/removeView', { id: Number(view?.id) })))).toEqual(
        [],
      )
    })

    test('a list opens with one view at most', async () => {
      await put('reader', { ...VIEW, name: 'Primera', is_default: true })
      await put('reader', { ...VIEW, name: 'Segunda', is_default: true })
      expect((await read('reader')).items.filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual([
        'Segunda',
      ])
    })

    test('whoever may edit shares a view with their own company; root takes it away', async () => {
      expect((await read('readerA')).may_share).toBe(false)
      expect(await put('readerA', { ...VIEW, name: 'Quiero', shared: true })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
      await put('companyA', { ...VIEW, name: 'De todos', shared: true, is_default: true })
      const [shared] = (await read('readerA')).items
      expect(shared).toMatchObject({ name: 'De todos', own: false, is_default: false, by: 'companyA Prueba' })
      expect(names(await read('companyB'))).toEqual([])
      expect(names(await read('operator'))).not.toContain('De todos')
      expect(await put('readerA', { id: Number(shared?.id), name: 'Mía' })).toMatchObject({ status: 404 })
      await put('operator', { ...VIEW, name: 'De la casa', shared: true })
      const house = (await read('reader')).items.find(({ name }) => name === 'De la casa')
      expect(await at.call('reader', 'POST', 'parcels/removeView', { id: Number(house?.id) })).toMatchObject({
        status: 404,
      })
      expect(await put('root', { id: Number(house?.id), is_default: true })).toMatchObject({ status: 404 })
      expect((await at.call('root', 'POST', 'parcels/removeView', { id: Number(house?.id) })).status).toBe(200)
      expect(names(await read('reader'))).not.toContain('De la casa')
    })

    test('how a list was last used is kept apart for each user and each list, also inside another page', async () => {
      const last = {
        columns: { order: ['title', 'code'], shown: ['title'] },
        density: 'comfortable',
        per_page: 25,
        layout: 'cards',
      }
      await put('operator', { last: true, ...last })
      await put('operator', { last: true, per_page: 100 })
      await put('operator', { last: true, list: 'depots.parcels', density: 'compact' })
      expect((await read('operator')).last).toEqual({ ...last, per_page: 100 })
      expect(viewsOf(await at.call('operator', 'GET', 'parcels/views', { list: 'depots.parcels' })).last).toEqual({
        columns: null,
        density: 'compact',
        per_page: null,
        layout: null,
      })
      await put('operator', { last: true, columns: null })
      expect((await read('operator')).last).toEqual({ ...last, columns: null, per_page: 100 })
      expect((await read('reader')).last).toBeNull()
    })

    test('two browsers that keep their first use at once keep one', async () => {
      const answers = await Promise.all([10, 20, 50, 100].map((per_page) => put('companyB', { last: true, per_page })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect([10, 20, 50, 100]).toContain((await read('companyB')).last?.per_page)
    })

    test.each([
      [{ ...VIEW, name: '  ' }, 422, 'name'],
      [{ ...VIEW, name: 'x'.repeat(61) }, 422, 'name'],
      [{ filters: {} }, 422, 'name'],
      [{ ...VIEW, filters: { colour: 'x' } }, 400, 'colour'],
      [{ ...VIEW, filters: { stamp: 'x' } }, 400, 'stamp'],
      [{ ...VIEW, filters: [1] }, 400, 'filters'],
      [{ ...VIEW, filters: { q: 'x'.repeat(9000) } }, 400, 'filters'],
      [{ ...VIEW, sort: ['stamp', 'asc'] }, 400, 'stamp'],
      [{ ...VIEW, sort: ['code', 'up'] }, 400, 'sort'],
      [{ ...VIEW, columns: { order: ['<b>'], shown: [] } }, 400, 'columns'],
      [{ ...VIEW, density: 'huge' }, 400, 'density'],
      [{ last: true, per_page: 5000 }, 400, 'per_page'],
      [{ last: true, layout: 'kanban' }, 400, 'layout'],
      [{ last: true, list: 'drivers' }, 400, 'list'],
      [{ ...VIEW, shared: 'yes' }, 400, 'shared'],
    ])('refuses %j', async (input, status, word) => {
      const answer = await put('root', input as JsonObject)
      expect(answer.status).toBe(status)
      expect(answer.text).toContain(word)
      expect((await read('root')).items).toEqual([])
    })

    test('two views of one name are refused however it is written', async () => {
      await put('companyB', { ...VIEW, name: 'Crédito' })
      expect(await put('companyB', { ...VIEW, name: 'CREDITO' })).toMatchObject({
        status: 422,
        body: { errors: { name: expect.any(String) } },
      })
    })

    test('are nothing to whoever does not see the module', async () => {
      expect(await at.call('none', 'GET', 'parcels/views')).toMatchObject({ status: 403 })
      expect(await put('none', VIEW)).toMatchObject({ status: 403 })
      expect(await at.call(null, 'GET', 'parcels/views')).toMatchObject({ status: 401 })
    })
  })
})

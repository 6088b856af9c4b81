import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { kindApp, type KindApp } from './kinds-fixture'

oneEngine((_engine, open) => {
  let at: KindApp
  beforeAll(async () => {
    at = await kindApp(open)
  })

  describe('a singleton', () => {
    test('has its record from the start, read and changed without an id', async () => {
      const { body } = await at.call('root', 'POST', 'options/form', {})
      expect(body.item).toMatchObject({ limit_rows: 10, banner: null, version: 1 })
      const saved = await at.post('root', 'options/create', { limit_rows: 20, version: 1 })
      expect(saved.body).toMatchObject({ ok: true, item: { limit_rows: 20, version: 2 } })
      expect(await at.post('root', 'options/create', { limit_rows: 0 })).toMatchObject({
        status: 422,
        body: { errors: { limit_rows: expect.any(String) } },
      })
      expect(await at.post('root', 'options/create', { limit_rows: 5, version: 1 })).toMatchObject({ status: 409 })
      const id = (body.item as { id: number }).id
      expect((await at.call('root', 'GET', 'logs', { target: 'options', id_target: id })).body.items).toMatchObject([
        { type_log: 'edit', targets: [{ link: '/options' }], changes: [{ field: 'limit_rows', from: '10', to: '20' }] },
      ])
    })

    test('is one record however many ask for it at once, and another for each catalogue of its own', async () => {
      await at.database.db.deleteFrom('options').execute()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => at.post('root', i % 2 ? 'options/form' : 'mail_options/form')),
      )
      const ids = (odd: number) =>
        new Set(answers.filter((_, i) => i % 2 === odd).map(({ body }) => (body.item as { id: number }).id))
      expect([ids(0).size, ids(1).size]).toEqual([1, 1])
      expect(await at.database.db.selectFrom('options').select('id').execute()).toHaveLength(2)
      expect((await at.post('root', 'mail_options/form')).body.item).toMatchObject({ area: 'mail' })
    })

    test('has no list, is not removed, and is nobody else’s to change', async () => {
      expect((await at.call('root', 'GET', 'options')).status).toBe(405)
      expect((await at.post('root', 'options/remove', { id: 1 })).status).toBe(404)
      expect((await at.post('root', 'options/resort', { items: [1] })).status).toBe(404)
      expect((await at.post('reader', 'options/create', { limit_rows: 3 })).status).toBe(403)
      expect((await at.post('none', 'options/form')).status).toBe(403)
      const token = await at.tokenFor('root')
      expect(
        (await at.request({ method: 'POST', url: '/api/rest/options', token, payload: '{"limit_rows":3}' })).status,
      ).toBe(405)
      expect((await at.request({ method: 'DELETE', url: '/api/rest/options/1', token })).status).toBe(404)
    })
  })

  describe('a nested endpoint', () => {
    test('serves every call below its path, and no other path', async () => {
      const id = await at.make('library/books', { title: 'Rayuela', kind: 'a' })
      expect((await at.call('root', 'GET', `library/books/${id}`)).body.item).toMatchObject({ title: 'Rayuela' })
      expect((await at.post('root', 'library/books/form', { id })).status).toBe(200)
      expect((await at.call('root', 'GET', 'library')).status).toBe(404)
      expect((await at.call('root', 'GET', 'books')).status).toBe(404)
      expect((await at.call('root', 'GET', 'library/books', { filters: { kind: 'a' } })).body.total).toBe(1)
    })

    test('answers a method that a call does not know with 405 and the ones it knows', async () => {
      const token = await at.tokenFor('root')
      const ask = (method: string, url: string) => at.request({ method, url: `/api/admin/${url}`, token })
      expect(await ask('DELETE', 'library/books/1')).toMatchObject({
        status: 405,
        headers: { allow: 'GET' },
        body: { code: 'METHOD_NOT_ALLOWED' },
      })
      expect((await ask('PUT', 'library/books/create')).headers.allow).toBe('POST')
      expect((await ask('PATCH', 'library/books')).status).toBe(405)
      expect((await ask('GET', 'library/books/create')).status).toBe(405)
      expect((await ask('DELETE', 'library/nothing')).status).toBe(404)
      expect((await at.request({ method: 'DELETE', url: '/api/admin/library/books/1' })).status).toBe(401)
    })
  })

  describe('a value in the route', () => {
    test('is a filter and a value of new records; the menu and the log lead to it', async () => {
      const menu = JSON.stringify((await at.call('root', 'GET', 'verify', { app_version_code: 125 })).body)
      expect(menu).toContain('"/library/books/b"')
      const id = await at.make('library/books', { title: 'Atlas', kind: 'a' })
      expect((await at.call('root', 'GET', 'logs', { target: 'books', id_target: id })).body.items).toMatchObject([
        { targets: [{ link: `/library/books/b/${id}` }] },
      ])
    })
  })

  describe('another service', () => {
    test('is served by this one in nothing but its shape, and the page may call it alone', async () => {
      for (const call of ['far_items', 'items', 'items/1', 'items/form'])
        expect((await at.call('root', 'GET', call)).status).toBe(404)
      expect((await at.post('root', 'items/create', { name: 'x' })).status).toBe(404)
      const token = await at.tokenFor('root')
      expect((await at.request({ method: 'GET', url: '/api/rest/far_items', token })).status).toBe(404)
      expect(JSON.stringify((await at.call('root', 'GET', 'verify', { app_version_code: 125 })).body)).toContain(
        '"/far_items"',
      )
      const policy = String(
        (await at.request({ method: 'GET', url: '/api/admin/verify', token })).headers['content-security-policy'],
      )
      expect(policy.split('; ').find((line) => line.startsWith('connect-src'))).toBe(
        "connect-src 'self' https://erp.example:8443",
      )
      expect((await at.database.db.introspection.getTables()).map(({ name }) => name)).not.toContain('far_items')
    })
  })

  describe('what an action asks', () => {
    test.each([
      [{}, { to: expect.any(String) }],
      [{ to: 'x'.repeat(11) }, { to: expect.any(String) }],
      [{ to: 'Ana', days: 31 }, { days: expect.any(String) }],
      [{ to: 'Ana', days: 'tres' }, { days: expect.any(String) }],
    ])('is checked by the rules of its dialog: %j', async (input, errors) => {
      expect(await at.post('root', 'library/books/lend', { id: 1, ...input })).toMatchObject({
        status: 422,
        body: { errors },
      })
    })

    test('reaches the feature typed', async () => {
      expect((await at.post('root', 'library/books/lend', { id: 1, to: '  Ana ', days: '3' })).body).toMatchObject({
        ok: true,
        to: 'Ana',
        days: 3,
      })
      expect((await at.post('root', 'library/books/lend', { ids: [1], to: 'Ana', days: null })).body).toMatchObject({
        to: 'Ana',
        days: 7,
      })
    })

    test('a deactivation that asks is refused without the answer, keeps it in the record and its activity, and forgets it again', async () => {
      const id = await at.make('library/books', { title: 'Perdido' })
      const wrong: readonly JsonObject[] = [
        { id },
        { id, reason: '' },
        { id, reason: null },
        { ids: [id] },
        { id, reason: 'x'.repeat(41) },
      ]
      for (const input of wrong) {
        expect(await at.post('root', 'library/books/disable', input)).toMatchObject({
          status: 422,
          body: { errors: { reason: expect.any(String) } },
        })
      }
      expect((await at.post('root', 'library/books/disable', { id, reason: ' Sin tapas ' })).status).toBe(200)
      expect((await at.items('library/books', { filters: { id } }))[0]).toMatchObject({
        state: '0',
        reason: 'Sin tapas',
      })
      const log = await at.call('root', 'GET', 'logs', { target: 'books', id_target: id })
      expect(log.body.items).toMatchObject([
        {
          type_log: 'disable',
          changes: expect.arrayContaining([expect.objectContaining({ field: 'reason', to: 'Sin tapas' })]),
        },
        {},
      ])
      expect((await at.post('root', 'library/books/enable', { id })).status).toBe(200)
      expect((await at.items('library/books', { filters: { id } }))[0]).toMatchObject({ state: '1', reason: null })
    })

    test('one answer serves many records, by GET as by POST', async () => {
      const ids = [await at.make('library/books', { title: 'Uno' }), await at.make('library/books', { title: 'Dos' })]
      expect(
        (await at.post('root', 'library/books/disable', { ids, reason: 'Inventario' })).body.results,
      ).toMatchObject([{ ok: true }, { ok: true }])
      expect((await at.items('library/books', { filters: { id: ids as never } })).map(({ reason }) => reason)).toEqual([
        'Inventario',
        'Inventario',
      ])
      await at.post('root', 'library/books/enable', { ids })
      expect(
        (await at.call('root', 'GET', 'library/books/disable', { id: ids[0] ?? 0, reason: 'Por GET' })).status,
      ).toBe(200)
    })

    test('nothing goes round the question: neither an edit nor another program', async () => {
      const id = await at.make('library/books', { title: 'Entero' })
      expect(await at.post('root', 'library/books/create', { id, state: '0' })).toMatchObject({
        status: 422,
        body: { errors: { reason: expect.any(String) } },
      })
      expect((await at.post('root', 'library/books/create', { id, state: '0', reason: 'Yo' })).status).toBe(422)
      const token = await at.tokenFor('root')
      expect(
        (await at.request({ method: 'PUT', url: `/api/rest/books/${id}`, token, payload: '{"state":"0"}' })).status,
      ).toBe(422)
      expect((await at.items('library/books', { filters: { id } }))[0]).toMatchObject({ state: '1' })
    })
  })
})

import { writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFile } from '../../src/server/work/import/load-file'
import { oneEngine } from '../engines'
import { kindApp, type KindApp } from './kinds-fixture'

oneEngine((_engine, open) => {
  let at: KindApp
  beforeAll(async () => {
    at = await kindApp(open)
    await at.make('tongues', { id: 'es', name: 'Español', version: 0 })
    await at.make('tongues', { id: 'en', name: 'Inglés' })
  })
  const save = (input: object) => at.post('root', 'tongues/create', input as never)

  describe('ids that people give', () => {
    test('are made, read, changed and listed like any others', async () => {
      expect(await save({ id: 'pt', name: 'Portugués', version: 0 })).toMatchObject({
        status: 200,
        body: { id: 'pt', item: { version: 1, completed: 0 } },
      })
      expect(await save({ id: 'pt', name: 'Português', version: 1 })).toMatchObject({
        status: 200,
        body: { id: 'pt', item: { version: 2 } },
      })
      expect((await at.call('root', 'GET', 'tongues/pt')).body.item).toMatchObject({ id: 'pt', name: 'Português' })
      expect((await at.post('root', 'tongues/form', { id: 'pt' })).body.item).toMatchObject({ id: 'pt' })
      expect(
        (await at.items('tongues', { filters: { id: ['es', 'pt'] }, order_col: 'id' })).map(({ id }) => id),
      ).toEqual(['es', 'pt'])
      expect(await at.items('tongues', { filters: { id: 'e' } })).toEqual([])
    })

    test('are told apart as new and old: a second one of the same id is refused, a change of none as well', async () => {
      expect(await save({ id: 'es', name: 'Otro', version: 0 })).toMatchObject({
        status: 422,
        body: { errors: { id: expect.any(String) } },
      })
      expect(await save({ id: 'zz', name: 'Nadie', version: 3 })).toMatchObject({ status: 404 })
      expect(await save({ id: 'es', name: 'Viejo', version: 9 })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
      expect(await save({ name: 'Sin código', version: 0 })).toMatchObject({
        status: 422,
        body: { errors: { id: expect.any(String) } },
      })
      expect((await at.items('tongues', { filters: { id: 'es' } }))[0]).toMatchObject({ name: 'Español' })
    })

    test.each(['ESP', 'e', '', 'e/', '../x', 'é1', 'form\u0000', 7, true, { a: 1 }])('refuse %j', async (id) => {
      const answer = await save({ id, name: 'Mal', version: 0 })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveProperty('id')
      expect((await at.post('root', 'tongues/form', { id: id === '' ? 'xyz' : id } as never)).status).toBe(404)
    })

    test.each([
      'form',
      'create',
      'stats',
      'heat',
      'board',
      'map',
      'print',
      'export',
      'why',
      'views',
      'removed',
      'states',
      'tags',
      'logs',
    ])('are no name of a call (%s): its address answers for the call', async (id) => {
      expect(await at.post('root', 'marks/create', { id, name: 'Mal', version: 0 })).toMatchObject({
        status: 422,
        body: { errors: { id: expect.any(String) as string } },
      })
    })

    test('two people who make the same id at once make one record', async () => {
      const answers = await Promise.all([
        save({ id: 'fr', name: 'Uno', version: 0 }),
        save({ id: 'fr', name: 'Dos', version: 0 }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    })

    test('may be given again after the record was removed, which then begins anew', async () => {
      await save({ id: 'it', name: 'Italiano', completed: 1, version: 0 })
      expect((await at.post('root', 'tongues/remove', { id: 'it' })).status).toBe(200)
      expect((await at.call('root', 'GET', 'tongues/it')).status).toBe(404)
      expect(await save({ id: 'it', name: 'Italiano', version: 0 })).toMatchObject({
        status: 200,
        body: { item: { completed: 0, state: '1', version: 3 } },
      })
    })

    test('serve the verbs, one and many, the order, the log and its links', async () => {
      const answer = await at.post('root', 'tongues/disable', { ids: ['en', 'es', 'zz'] })
      expect(answer.body.results).toMatchObject([
        { id: 'en', ok: true },
        { id: 'es', ok: true },
        { id: 'zz', ok: false, code: 'NOT_FOUND' },
      ])
      expect((await at.post('root', 'tongues/enable', { id: 'es' })).status).toBe(200)
      expect((await at.post('root', 'tongues/resort', { items: ['en', 'es'] })).status).toBe(200)
      expect(
        (await at.items('tongues', { order_col: 'rank', filters: { id: ['es', 'en'] } })).map(({ id }) => id),
      ).toEqual(['en', 'es'])
      const log = await at.call('root', 'GET', 'logs', { target: 'tongues', id_target: 'es' })
      expect(log.body.items).toMatchObject([
        { type_log: 'enable', targets: [{ name: 'Español', link: '/tongues/es' }] },
        { type_log: 'disable' },
        { type_log: 'create' },
      ])
      expect(
        (await at.call('reader', 'GET', 'logs', { target: 'books', id_target: 'es' })).status,
      ).toBeGreaterThanOrEqual(400)
    })

    test('are what references hold, with the label and what they expand to, and keep the record from being removed', async () => {
      const id = await at.make('library/books', { title: 'Ficciones', id_tongue: 'es' })
      const [book] = await at.items('library/books', { filters: { id_tongue: 'es' } })
      expect(book).toMatchObject({ id, id_tongue: 'es', id_tongue__label: 'Español', tongue_name: 'Español' })
      expect(await at.post('root', 'library/books/create', { title: 'X', id_tongue: 'qq' })).toMatchObject({
        status: 422,
        body: { errors: { id_tongue: expect.any(String) } },
      })
      expect(await at.post('root', 'tongues/remove', { id: 'es' })).toMatchObject({
        status: 409,
        body: { code: 'IN_USE' },
      })
      expect((await at.call('root', 'GET', 'tongues', { lookup: 1, q: 'espa' })).body.items).toEqual([
        { id: 'es', label: 'Español' },
      ])
    })

    test('page through a list by cursor in either direction of any order, once each', async () => {
      for (const [order_col, order_dir] of [
        ['id', 'asc'],
        ['id', 'desc'],
        ['name', 'asc'],
        ['completed', 'desc'],
      ] as const) {
        const seen: unknown[] = []
        let after: unknown
        do {
          const { body } = await at.call('root', 'GET', 'tongues', {
            limit: 2,
            order_col,
            order_dir,
            ...(after === undefined ? {} : { after: after as string }),
          })
          seen.push(...(body.items as unknown as { id: string }[]).map(({ id }) => id))
          after = body.after
        } while (after !== undefined)
        const all = (await at.items('tongues', { order_col, order_dir })).map(({ id }) => id)
        expect(seen).toEqual(all)
        expect(new Set(seen).size).toBe(all.length)
      }
    })

    test('go in and out by simple REST and by a file', async () => {
      const token = await at.tokenFor('root')
      const rest = (method: string, url: string, body?: object) =>
        at.request({ method, url: `/api/rest/${url}`, token, payload: body && JSON.stringify(body) })
      expect((await rest('POST', 'tongues', { id: 'de', name: 'Alemán' })).status).toBe(200)
      expect((await rest('POST', 'tongues', { id: 'de', name: 'Otra vez' })).status).toBe(422)
      expect((await rest('PUT', 'tongues/de', { id: 'de', name: 'Deutsch' })).body).toMatchObject({
        id: 'de',
        name: 'Deutsch',
      })
      expect((await rest('GET', 'tongues/de')).body).toMatchObject({ name: 'Deutsch' })
      expect((await rest('DELETE', 'tongues/de')).status).toBe(200)
      const { paths } = (await rest('GET', 'openapi.json')).body as unknown as {
        paths: { [path: string]: { parameters: object[] } }
      }
      expect(paths['/tongues/{id}']?.parameters).toMatchObject([{ schema: { type: 'string', maxLength: 2 } }])

      const file = join(await mkdtemp(join(tmpdir(), 'kinds-')), 'tongues.csv')
      await writeFile(file, 'id;name\nqu;Quechua\nes;Castellano\nespañol;Mal\n')
      const actor = {
        id: at.ids.users.root,
        root: true,
        operator: true,
        language: 'es',
        scopes: {},
        rights: {},
        facts: { root: true },
      }
      const report = await loadFile(at.runtime, actor, 'tongues', file, () => undefined)
      expect(report).toMatchObject({ read: 3, created: 1, changed: 1, refused: 1 })
      const csv = (await at.call('root', 'GET', 'tongues', { format: 'csv', filters: { id: 'qu' } })).text
      expect(csv).toContain('Quechua')
      expect(csv).toContain('qu')
    })
  })
})

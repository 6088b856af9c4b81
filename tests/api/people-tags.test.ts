import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { PEOPLE_RESOURCES, PEOPLE_SCHEMAS, peopleOf } from './people-fixture'

oneEngine((_engine, open) => {
  describe('tags', () => {
    let at: TestApp
    const { post, get, made, said } = peopleOf(() => at)
    const tagsOf = async (id: number): Promise<unknown> =>
      ((await get(`jobs/${id}`)).body.item as JsonObject).tags__label
    const pool = async (): Promise<readonly JsonObject[]> => (await get('jobs/tags')).body.items as JsonObject[]
    const tagId = async (name: string): Promise<number> => Number((await pool()).find((one) => one.name === name)?.id)
    const found = async (filters: JsonObject): Promise<readonly unknown[]> =>
      ((await get('jobs', 'operator', { filters, order_col: 'id', order_dir: 'asc' })).body.items as JsonObject[]).map(
        ({ id }) => id,
      )
    beforeAll(async () => {
      at = await testApp({ schemas: PEOPLE_SCHEMAS, resources: PEOPLE_RESOURCES, open })
    })

    test('are made on the fly, put on a record once, and are a change of it like any other', async () => {
      const id = await made('jobs')
      expect(await post('jobs/retag', { id, add: ['Vip', 'Deuda'] })).toMatchObject({
        status: 200,
        body: { undo: { run: expect.any(String) } },
      })
      expect(await post('jobs/retag', { id, add: [' vip '] })).toMatchObject({ status: 200 })
      expect(await tagsOf(id)).toEqual(['Vip', 'Deuda'])
      expect((await pool()).map(({ name }) => name)).toEqual(['Deuda', 'Vip'])
      expect((await get(`jobs/${id}`)).body.item).toMatchObject({
        version: 2,
        tags__color: [expect.stringMatching(/^#[0-9a-f]{6}$/), expect.any(String)],
      })
      await post('jobs/retag', { id, remove: ['Deuda'] })
      const [line] = (await get('logs', 'root', { target: 'jobs', id_target: id })).body.items as JsonObject[]
      expect(line).toMatchObject({ type_log: 'edit', changes: [{ label: 'Etiquetas', from: 'Vip, Deuda', to: 'Vip' }] })
      // No form writes them.
      expect(await post('jobs/create', { id, tags: [await tagId('Deuda')] })).toMatchObject({
        status: 422,
        body: { errors: { tags: expect.any(String) } },
      })
      for (const [input, source] of [
        [{ add: [''] }, 'add'],
        [{ add: ['x'.repeat(41)] }, 'add'],
        [{ add: [987_654] }, 'add'],
        [{ remove: ['Nadie'] }, 'remove'],
        [{}, 'add'],
        [{ add: ['a\nb'] }, 'add'],
      ] as const) {
        const { status, body } = await post('jobs/retag', { id, ...input } as JsonObject)
        expect([status, Object.keys(body.errors as JsonObject)]).toEqual([422, [source]])
      }
      // Each catalogue has its own.
      expect((await get('tickets/tags')).body.items).toEqual([])
      expect(await post('tickets/retag', { id: await made('tickets'), add: [await tagId('Vip')] })).toMatchObject({
        status: 422,
      })
      // What a state locks, a tag does not change.
      await post(`jobs/${id}/close`)
      expect(await post('jobs/retag', { id, add: ['Cerrado ya'] })).toMatchObject({ status: 200 })
    })

    test('filter by any and by all, and stand in files', async () => {
      const [one, two, three] = [await made('jobs'), await made('jobs'), await made('jobs')]
      await post('jobs/retag', { ids: [one, two], add: ['Norte'] })
      await post('jobs/retag', { ids: [two, three], add: ['Sur'] })
      const [north, south] = [await tagId('Norte'), await tagId('Sur')]
      expect(await found({ tags: north })).toEqual([one, two])
      expect(await found({ tags: [north, south] })).toEqual([one, two, three])
      expect(await found({ tags: { all: [north, south] } })).toEqual([two])
      expect(await found({ tags: { isNull: true }, id: [one, two, three] })).toEqual([])
      expect((await get('jobs', 'operator', { filters: { tags: { some: [1] } } })).status).toBe(400)
      expect((await get('jobs', 'operator', { filters: { tags: ['x y'] } })).status).toBe(400)
      const file = await get('jobs', 'operator', { format: 'csv', filters: { id: [two] }, columns: 'name,tags' })
      expect(file.text).toMatch(/Norte, ?Sur|Norte; ?Sur/)
    })

    test('are put on many records at once, with a result each, and taken back', async () => {
      const ids = [await made('jobs'), await made('jobs')]
      const answer = await post('jobs/retag', { ids: [...ids, 999_999], add: ['Masivo'] })
      expect(answer).toMatchObject({
        status: 200,
        body: { results: [{ ok: true }, { ok: true }, { ok: false, code: 'NOT_FOUND' }] },
      })
      const all = await post('jobs/retag', {
        all: true,
        filters: { tags: await tagId('Masivo') },
        expected: 2,
        add: ['Otro'],
        remove: ['Masivo'],
      })
      expect(all).toMatchObject({ status: 200, body: { total: 2, done: 2, undo: { run: expect.any(String) } } })
      expect([await tagsOf(ids[0] ?? 0), await tagsOf(ids[1] ?? 0)]).toEqual([['Otro'], ['Otro']])
      expect(await post('jobs/undo', { run: (all.body.undo as JsonObject).run ?? null })).toMatchObject({
        status: 200,
        body: { done: 2 },
      })
      expect([await tagsOf(ids[0] ?? 0), await tagsOf(ids[1] ?? 0)]).toEqual([['Masivo'], ['Masivo']])
    })

    test('get other names and colours, become one and go, by who may, with a line in the log', async () => {
      const [one, two] = [await made('jobs'), await made('jobs')]
      await post('jobs/retag', { id: one, add: ['Viejo', 'Doble'] })
      await post('jobs/retag', { id: two, add: ['Viejo'] })
      const [old, double] = [await tagId('Viejo'), await tagId('Doble')]
      expect(await post('jobs/tags/change', { tag: old, name: 'DOBLE' })).toMatchObject({
        status: 422,
        body: { errors: { name: expect.any(String) } },
      })
      expect(await post('jobs/tags/change', { tag: old, name: 'Nuevo', color: '#123456' })).toMatchObject({
        status: 200,
      })
      expect((await get(`jobs/${two}`)).body.item).toMatchObject({ tags__label: ['Nuevo'], tags__color: ['#123456'] })
      expect(await post('jobs/tags/merge', { tag: old, into: old })).toMatchObject({ status: 422 })
      expect(await post('tickets/tags/remove', { tag: old })).toMatchObject({ status: 404 })
      for (const path of ['change', 'merge', 'remove'])
        expect((await post(`jobs/tags/${path}`, { tag: old, into: double, name: 'x' }, 'reader')).status).toBe(403)
      expect(await post('jobs/tags/merge', { tag: old, into: double })).toMatchObject({ status: 200 })
      expect([await tagsOf(one), await tagsOf(two)]).toEqual([['Doble'], ['Doble']])
      expect(await post('jobs/tags/remove', { tag: double })).toMatchObject({ status: 200 })
      expect([await tagsOf(one), await tagsOf(two)]).toEqual([null, null])
      const lines = ((await get('logs', 'root', { target: 'jobs' })).body.items as JsonObject[]).map(
        ({ type_log }) => type_log,
      )
      expect(lines.slice(0, 3)).toEqual(['tag_remove', 'tag_merge', 'tag_change'])
      // A tag of the same name is another one, and brings back nothing.
      await post('jobs/retag', { id: two, add: ['Doble'] })
      expect(await tagsOf(one)).toBeNull()
    })

    test('comments, followers and tags follow a merge, come back with its undo, and wait for a removed record', async () => {
      const [gone, kept] = [await made('jobs', { name: 'Se va' }), await made('jobs', { name: 'Queda' })]
      await post(`jobs/${gone}/comments`, { body: 'Del que se va' }, 'reader')
      await post(`jobs/${kept}/comments`, { body: 'Del que queda' })
      await post('jobs/retag', { id: gone, add: ['A', 'B'] })
      await post('jobs/retag', { id: kept, add: ['B', 'C'] })
      const merged = await post('jobs/merge', { id: gone, into: kept })
      expect(merged).toMatchObject({ status: 200, body: { undo: { run: expect.any(String) } } })
      expect((await said(`jobs/${kept}`)).map(({ body }) => body)).toEqual(['Del que se va', 'Del que queda'])
      expect(await tagsOf(kept)).toEqual(['B', 'C', 'A'])
      expect((await get(`jobs/${kept}/people`, 'reader')).body).toMatchObject({
        comments: 2,
        followers: 2,
        follows: true,
      })
      expect(await post('jobs/undo', { run: (merged.body.undo as JsonObject).run ?? null })).toMatchObject({
        status: 200,
        body: { done: 1 },
      })
      expect((await said(`jobs/${kept}`)).map(({ body }) => body)).toEqual(['Del que queda'])
      expect((await said(`jobs/${gone}`)).map(({ body }) => body)).toEqual(['Del que se va'])
      expect([await tagsOf(kept), await tagsOf(gone)]).toEqual([
        ['B', 'C'],
        ['A', 'B'],
      ])
      expect((await get(`jobs/${gone}/people`, 'reader')).body).toMatchObject({ followers: 1, follows: true })

      const removed = await post('jobs/remove', { id: gone })
      expect((await get(`jobs/${gone}/comments`)).status).toBe(404)
      await post('jobs/undo', { run: (removed.body.undo as JsonObject).run ?? null })
      expect((await said(`jobs/${gone}`)).map(({ body }) => body)).toEqual(['Del que se va'])
      expect(await tagsOf(gone)).toEqual(['A', 'B'])
    })

    test('two who tag the same record at once both succeed, and the same new name is one tag', async () => {
      const id = await made('jobs')
      const answers = await Promise.all(
        ['Uno', 'Dos', 'Mismo', 'Mismo', 'mismo'].map((name) => post('jobs/retag', { id, add: [name] })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect([...((await tagsOf(id)) as string[])].map((name) => name.toLowerCase()).sort()).toEqual([
        'dos',
        'mismo',
        'uno',
      ])
    })
  })
})

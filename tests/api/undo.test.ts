import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { still, VERB_SCHEMAS, verbsOf } from './verbs-fixture'

const START = Date.parse('2026-11-22T15:00:00.000Z')

oneEngine((_engine, open) => {
  describe('an undo', () => {
    let at: TestApp
    let now_ms = START
    const { post, made, read, logs, runOf } = verbsOf(() => at)
    const two = async (input: JsonObject = {}): Promise<readonly JsonObject[]> => [
      await made('owners', { name: 'Ana', city: 'Lima', ...input }),
      await made('owners', { name: 'Beto', city: 'Cusco', ...input }),
    ]
    const idsOf = (records: readonly JsonObject[]) => records.map(({ id = null }) => id)
    beforeAll(async () => {
      at = await testApp({
        schemas: VERB_SCHEMAS,
        resources: {
          users: { title: 'Usuarios' },
          roles: { title: 'Roles' },
          deals: { title: 'Tratos' },
          drafts: { entity: 'deals', title: 'Borradores', where: { state: { eq: '1' } } },
        },
        open,
        now: () => new Date(now_ms),
      })
    })

    test('gives the chosen records back the field that was set, as writes of their own', async () => {
      const before = await two()
      const answer = await post('owners/set', { ids: idsOf(before), field: 'city', value: 'Puno' })
      expect(answer).toMatchObject({
        status: 200,
        body: { undo: { run: expect.any(String), until: new Date(now_ms + 30_000).toISOString() } },
      })
      expect(await read('owners', before[0]?.id)).toMatchObject({ city: 'Puno', version: 2 })
      expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
        status: 200,
        body: { total: 2, done: 2, refused: 0, results: [] },
      })
      for (const one of before) expect(still(await read('owners', one.id))).toEqual(still(one))
      const [line] = await logs('owners', before[0]?.id)
      expect(line).toMatchObject({
        type_log: 'undo',
        type_log_name: 'Deshizo un cambio',
        run: { id: `bulk:${String(runOf(answer))}` },
        changes: [{ field: 'city', from: 'Puno', to: 'Lima' }],
      })
    })

    test('is for who did it, in time, and once', async () => {
      const before = await two()
      const set = () => post('owners/set', { ids: idsOf(before), field: 'city', value: `C${now_ms}` }, 'operator')
      const answer = await set()
      expect(await post('owners/undo', { run: runOf(answer) }, 'root')).toMatchObject({
        status: 403,
        body: { msg: 'Solo lo deshace quien lo hizo.' },
      })
      expect(await post('owners/undo', { run: runOf(answer) }, 'reader')).toMatchObject({ status: 403 })
      expect(await post('things/undo', { run: runOf(answer) }, 'operator')).toMatchObject({ status: 404 })
      expect(await post('owners/undo', { run: 'nothing-of-the-kind' }, 'operator')).toMatchObject({ status: 404 })
      expect(await post('owners/undo', {}, 'operator')).toMatchObject({ status: 404 })
      now_ms += 30_001
      expect(await post('owners/undo', { run: runOf(answer) }, 'operator')).toMatchObject({
        status: 409,
        body: { msg: 'Pasó el tiempo para deshacerlo.' },
      })
      const again = await set()
      now_ms += 30_000
      const both = await Promise.all([
        post('owners/undo', { run: runOf(again) }, 'operator'),
        post('owners/undo', { run: runOf(again) }, 'operator'),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body.msg).toBe('Ya se deshizo.')
    })

    test('leaves a record that has changed since, and says who changed what', async () => {
      const [first = {}, second = {}] = await two()
      const answer = await post('owners/disable', { ids: idsOf([first, second]) })
      await post('owners/create', { id: first.id ?? null, cap: 9 }, 'operator')
      expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
        status: 200,
        body: {
          total: 2,
          done: 1,
          refused: 1,
          results: [
            {
              id: first.id,
              ok: false,
              label: 'Ana',
              msg: 'operator Prueba lo cambió después: Tope. Se queda como está.',
            },
          ],
        },
      })
      expect(await read('owners', first.id)).toMatchObject({ state: '0', cap: 9 })
      expect(await read('owners', second.id)).toMatchObject({ state: '1' })
    })

    test('that can give nothing back says why, and may be asked again in time', async () => {
      const [first = {}] = await two()
      const answer = await post('owners/set', { ids: [first.id ?? null], field: 'city', value: 'Puno' })
      const { version = null } = (await read('owners', first.id)) ?? {}
      await post('owners/create', { id: first.id ?? null, version, cap: 1 })
      for (const _ of [1, 2])
        expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
          status: 409,
          body: { code: 'CONFLICT', results: [{ id: first.id }] },
        })
    })

    test('brings a removed record back with its rows and with the references that were emptied', async () => {
      const one = await made('owners', { name: 'Con todo', code: 'T1', notes: [{ text: 'Uno' }, { text: 'Dos' }] })
      const guest = await made('things', { name: 'Silla', id_guest: one.id ?? null })
      const elsewhere = await made('things', { name: 'Mesa', id_guest: one.id ?? null })
      const team = await made('teams', { name: 'Rojo', members: [one.id ?? null] })
      const whole = await read('owners', one.id)
      const answer = await post('owners/remove', { id: one.id ?? null })
      expect(answer).toMatchObject({ status: 200, body: { undo: { run: expect.any(String) } } })
      expect(await read('things', guest.id)).toMatchObject({ id_guest: null })
      const other = await made('owners', { name: 'Otro' })
      await post('things/create', { id: elsewhere.id ?? null, id_guest: other.id ?? null })
      expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
        status: 200,
        body: { total: 1, done: 1 },
      })
      const back = await read('owners', one.id)
      const rows = (record: JsonObject | null) => ((record ?? {}).notes as JsonObject[]).map(still)
      expect(rows(back)).toEqual(rows(whole))
      expect({ ...still(back), notes: null }).toEqual({ ...still(whole), notes: null })
      expect(await read('things', guest.id)).toMatchObject({ id_guest: one.id })
      expect(await read('things', elsewhere.id)).toMatchObject({ id_guest: other.id })
      expect(await read('teams', team.id)).toMatchObject({ members: [one.id] })
      expect((await logs('owners', one.id)).map(({ type_log }) => type_log)).toEqual(['undo', 'remove', 'create'])
      expect((await logs('things', guest.id))[0]).toMatchObject({ type_log: 'undo', changes: [{ field: 'id_guest' }] })
    })

    test('keeps removed what has lost its place', async () => {
      const [first = {}, second = {}] = await two()
      await post('owners/create', { id: first.id ?? null, code: 'LUGAR' })
      const answer = await post('owners/remove', { ids: idsOf([first, second]) })
      await made('owners', { name: 'Otro', code: 'LUGAR' })
      const undone = await post('owners/undo', { run: runOf(answer) })
      expect(undone).toMatchObject({
        status: 200,
        body: { done: 1, refused: 1, results: [{ id: first.id, label: 'Ana' }] },
      })
      expect(String((undone.body.results as JsonObject[])[0]?.msg)).toContain('Código')
      expect(await read('owners', first.id)).toBeNull()
      expect(await read('owners', second.id)).not.toBeNull()
      // What it belonged to is gone.
      const company = await made('companies', { name: 'Efímera' })
      const theirs = await made('owners', { name: 'Suyo', id_company: company.id ?? null })
      const gone = await post('owners/remove', { id: theirs.id ?? null })
      await post('companies/remove', { id: company.id ?? null })
      expect(await post('owners/undo', { run: runOf(gone) })).toMatchObject({ status: 422 })
    })

    test('takes back what was done to all that a filter finds', async () => {
      const before = await Promise.all(
        Array.from({ length: 120 }, (_, i) => made('owners', { name: `Muchos ${i}`, city: `Todos ${i % 2}` })),
      )
      const asked = { all: true, filters: { name: { contains: 'Muchos' } }, expected: 120, run: 'a-run-of-many' }
      const answer = await post('owners/set', { ...asked, field: 'city', value: 'Una' })
      expect(answer).toMatchObject({ status: 200, body: { done: 120, undo: { run: 'a-run-of-many' } } })
      expect(await post('owners/undo', { run: 'a-run-of-many' })).toMatchObject({
        status: 200,
        body: { total: 120, done: 120 },
      })
      expect(await read('owners', before[119]?.id)).toMatchObject({ city: 'Todos 1' })
      expect(await read('owners', before[0]?.id)).toMatchObject({ city: 'Todos 0' })
    })

    test('goes back by a move only where the flow says so, of one or of many', async () => {
      const deal = () => made('deals', { name: 'Trato' })
      const { id = null } = await deal()
      const issued = await post('drafts/issue', { id })
      expect(issued).toMatchObject({ body: { undo: { until: new Date(now_ms + 60_000).toISOString() } } })
      expect(await read('deals', id)).toMatchObject({ state: '2', date_issued: expect.any(String) })
      expect(await post('drafts/undo', { run: runOf(issued) })).toMatchObject({ status: 200 })
      expect(await read('deals', id)).toMatchObject({ state: '1', date_issued: null })
      expect((await post('deals/pay', { id })).body.undo).toBeUndefined()
      const many = idsOf([await deal(), await deal()])
      const sent = await post('drafts/issue', { ids: many })
      expect(sent).toMatchObject({ status: 200, body: { undo: { until: new Date(now_ms + 60_000).toISOString() } } })
      expect(await post('drafts/undo', { run: runOf(sent) }, 'operator')).toMatchObject({ status: 403 })
      expect(await post('drafts/undo', { run: runOf(sent) })).toMatchObject({ status: 200, body: { done: 2 } })
      // What is paid stays paid, many at once as well.
      const paid = await post('deals/pay', { ids: many })
      expect(paid).toMatchObject({ status: 200 })
      expect(paid.body.undo).toBeUndefined()
      // A number that was given is not taken back.
      expect((await post('deals/count', { ids: many })).body.undo).toBeUndefined()
    })

    test('is no call for who lost the right, nor for another company', async () => {
      const theirs = await made('owners', { name: 'De A', city: 'Lima' }, 'companyA')
      const answer = await post('owners/set', { ids: [theirs.id ?? null], field: 'city', value: 'Puno' }, 'companyA')
      expect(await post('owners/undo', { run: runOf(answer) }, 'companyB')).toMatchObject({ status: 403 })
      const { id_role = null } = (await read('users', at.ids.users.companyA)) ?? {}
      expect(await post('roles/create', { id: id_role, all_modules: '1' })).toMatchObject({ status: 200 })
      expect(await post('owners/undo', { run: runOf(answer) }, 'companyA')).toMatchObject({ status: 403 })
      await post('roles/create', { id: id_role, all_modules: '2' })
      expect(await post('owners/undo', { run: runOf(answer) }, 'companyA')).toMatchObject({ status: 200 })
    })

    test('answers the calls of old clients as ever, for one record that is switched', async () => {
      const [first = {}] = await two()
      expect((await post('owners/disable', { id: first.id ?? null })).body).toEqual({
        ok: true,
        msg: 'Desactivado correctamente',
      })
    })
  })
})

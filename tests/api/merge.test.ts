import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { still, VERB_SCHEMAS, verbsOf } from './verbs-fixture'

/** A feature that keeps things in a table of its own, follows merges of teams, and refuses some. */
const followed: string[] = []
const follower: ServerFeature = {
  name: 'follower',
  needs: {},
  hooks: [
    {
      entity: 'teams',
      beforeMerge: (_context, gone) => {
        if (gone.name !== 'Fijo') return Promise.resolve()
        throw new Error('the feature refuses')
      },
      afterMerge: (_context, gone, kept) => {
        followed.push(`${String(gone.name)} → ${String(kept.name)}`)
        return Promise.resolve()
      },
    },
  ],
}

oneEngine((_engine, open) => {
  describe('a merge', () => {
    let at: TestApp
    const { post, made, read, logs, runOf } = verbsOf(() => at)
    const two = async (input: JsonObject = {}): Promise<readonly [gone: JsonObject, kept: JsonObject]> => [
      await made('owners', { name: 'Ana', city: 'Lima', ...input }),
      await made('owners', { name: 'Ana María', city: 'Cusco', ...input }),
    ]
    const merged = (
      gone: JsonObject,
      kept: JsonObject,
      more: JsonObject = {},
      role: Parameters<TestApp['call']>[0] = 'root',
    ) =>
      post(
        'owners/merge',
        {
          id: gone.id ?? null,
          into: kept.id ?? null,
          version: gone.version ?? null,
          into_version: kept.version ?? null,
          ...more,
        },
        role,
      )
    beforeAll(async () => {
      followed.length = 0
      at = await testApp({
        schemas: VERB_SCHEMAS,
        resources: { users: { title: 'Usuarios' } },
        features: [follower],
        open,
        now: () => new Date('2026-11-22T15:00:00.000Z'),
      })
    })

    test('leads everything that refers to the one that goes to the other, and comes back whole', async () => {
      const [gone, kept] = await two()
      await post('owners/create', { id: gone.id ?? null, version: 1, code: 'M-1', notes: [{ text: 'Suya' }] })
      const now = (await read('owners', gone.id)) ?? {}
      const thing = await made('things', { name: 'Silla', id_owner: gone.id ?? null, id_guest: gone.id ?? null })
      const other = await made('things', { name: 'Mesa', id_owner: kept.id ?? null })
      const team = await made('teams', { name: 'Rojo', members: [gone.id ?? null, kept.id ?? null] })
      const alone = await made('teams', { name: 'Azul', members: [gone.id ?? null] })
      const preview = await post('owners/mergePreview', { id: gone.id ?? null, into: kept.id ?? null })
      expect(preview).toMatchObject({
        status: 200,
        body: { gone: { name: 'Ana' }, kept: { name: 'Ana María' }, fields: ['name', 'code', 'city'], others: false },
      })
      expect(
        Object.fromEntries((preview.body.uses as JsonObject[]).map(({ title, count }) => [String(title), count])),
      ).toEqual({ Equipo: 2, Cosa: 1, Nota: 1 })
      const answer = await merged(now, kept, { values: { code: 'M-1', city: 'Lima' } })
      expect(answer).toMatchObject({ status: 200, body: { id: kept.id, undo: { run: expect.any(String) } } })
      expect(await read('owners', gone.id)).toBeNull()
      expect(await read('owners', kept.id)).toMatchObject({
        name: 'Ana María',
        code: 'M-1',
        city: 'Lima',
        notes: [{ text: 'Suya' }],
      })
      expect(await read('things', thing.id)).toMatchObject({ id_owner: kept.id, id_guest: kept.id, version: 2 })
      expect(await read('things', other.id)).toEqual(other)
      expect(await read('teams', team.id)).toMatchObject({ members: [kept.id] })
      expect(await read('teams', alone.id)).toMatchObject({ members: [kept.id] })
      expect((await logs('owners', gone.id))[0]).toMatchObject({
        type_log: 'remove',
        run: { id: `merge:${String(kept.id)}`, name: 'por fusión' },
      })
      expect((await logs('things', thing.id))[0]).toMatchObject({
        type_log: 'edit',
        run: { id: `merge:${String(kept.id)}` },
        changes: [{ field: 'id_owner', from: 'Ana', to: 'Ana María' }, { field: 'id_guest' }],
      })

      expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
        status: 200,
        body: { done: 1, results: [] },
      })
      expect({ ...still(await read('owners', gone.id)), notes: [] }).toEqual({ ...still(now), notes: [] })
      expect((await read('owners', gone.id))?.notes).toMatchObject([{ text: 'Suya' }])
      expect(still(await read('owners', kept.id))).toEqual(still({ ...kept, notes: null }))
      for (const [entity, one] of [
        ['things', thing],
        ['teams', team],
        ['teams', alone],
      ] as const)
        expect(still(await read(entity, one.id))).toEqual(still(one))
    })

    test('is undone but for what leads elsewhere by now', async () => {
      const [gone, kept] = await two()
      const third = await made('owners', { name: 'Tercera' })
      const thing = await made('things', { name: 'Silla', id_owner: gone.id ?? null })
      const stays = await made('things', { name: 'Mesa', id_owner: gone.id ?? null })
      const answer = await merged(gone, kept)
      await post('things/create', { id: thing.id ?? null, id_owner: third.id ?? null })
      await post('things/create', { id: stays.id ?? null, name: 'Mesa grande' })
      expect(await post('owners/undo', { run: runOf(answer) })).toMatchObject({
        status: 200,
        body: { done: 1, results: [{ id: thing.id, ok: false, label: 'Silla' }] },
      })
      expect(await read('things', thing.id)).toMatchObject({ id_owner: third.id })
      expect(await read('things', stays.id)).toMatchObject({ id_owner: gone.id, name: 'Mesa grande' })
    })

    test('is refused whole by a clash, a lock and what the asker cannot change, and says by which', async () => {
      const untouched = async (gone: JsonObject, thing: JsonObject) => {
        expect(await read('owners', gone.id)).toEqual({ ...gone, notes: null })
        expect(await read('things', thing.id)).toEqual(thing)
      }
      const [gone, kept] = await two()
      const thing = await made('things', { name: 'Silla', id_owner: gone.id ?? null })
      for (const { id = null } of [gone, kept]) await made('seats', { place: 'A1', id_owner: id })
      const clash = await merged(gone, kept)
      expect(clash).toMatchObject({
        status: 409,
        body: { msg: expect.stringMatching(/No se puede fusionar: Asiento, A1\./) },
      })
      await untouched(gone, thing)

      const [one, other] = await two()
      const deal = await made('deals', { name: 'Trato 7', id_owner: one.id ?? null })
      const own = await made('things', { name: 'Mesa', id_owner: one.id ?? null })
      await post('deals/pay', { id: deal.id ?? null })
      expect(await merged(one, other)).toMatchObject({
        status: 409,
        body: { code: 'LOCKED', msg: 'No se puede fusionar: Trato, Trato 7. En «Pagado» ya no cambia.' },
      })
      await untouched(one, own)

      const company = at.ids.companies.a
      const [mine, yours] = await two({ id_company: company })
      const far = await made('things', { name: 'De B', id_owner: mine.id ?? null, id_company: at.ids.companies.b })
      expect(
        (await post('owners/mergePreview', { id: mine.id ?? null, into: yours.id ?? null }, 'companyA')).body,
      ).toMatchObject({ uses: [], others: true })
      expect(await merged(mine, yours, {}, 'companyA')).toMatchObject({
        status: 403,
        body: { msg: 'No se puede fusionar: en Cosa hay registros que usted no puede cambiar.' },
      })
      await untouched(mine, far)
    })

    test('is for who may edit both, and for two different records as they were read', async () => {
      const [gone, kept] = await two({ id_company: at.ids.companies.a })
      const [foreign] = await two({ id_company: at.ids.companies.b })
      for (const role of ['reader', 'readerA', 'none'] as const) {
        expect((await merged(gone, kept, {}, role)).status).toBe(403)
        expect((await post('owners/mergePreview', { id: gone.id ?? null, into: kept.id ?? null }, role)).status).toBe(
          403,
        )
      }
      expect((await merged(gone, foreign, {}, 'companyA')).status).toBe(404)
      expect((await merged(foreign, kept, {}, 'companyA')).status).toBe(404)
      expect(await merged(gone, gone)).toMatchObject({ status: 422, body: { errors: { into: 'Elija otro registro' } } })
      expect(await post('owners/merge', { id: gone.id ?? null })).toMatchObject({ status: 422 })
      await post('owners/create', { id: kept.id ?? null, city: 'Puno' })
      expect(await merged(gone, kept)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      // What the asker may not write, they do not choose either.
      expect(
        await post('owners/merge', { id: gone.id ?? null, into: kept.id ?? null, values: { hidden: 'x' } }, 'companyA'),
      ).toMatchObject({ status: 422 })
      expect((await merged(gone, (await read('owners', kept.id)) ?? {}, {}, 'companyA')).status).toBe(200)
    })

    test('of two people at once happens once', async () => {
      const [gone, kept] = await two()
      const both = await Promise.all([
        merged(gone, kept, { version: null, into_version: null }),
        merged(kept, gone, { version: null, into_version: null }, 'operator'),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect([await read('owners', gone.id), await read('owners', kept.id)].filter((one) => one === null)).toHaveLength(
        1,
      )
    })

    test('is followed and refused by features, and then not undone', async () => {
      const [red, blue, fixed] = [
        await made('teams', { name: 'Rojo' }),
        await made('teams', { name: 'Azul' }),
        await made('teams', { name: 'Fijo' }),
      ]
      const answer = await post('teams/merge', { id: red.id ?? null, into: blue.id ?? null })
      expect(answer.status).toBe(200)
      expect(answer.body.undo).toBeUndefined()
      expect(followed).toEqual(['Rojo → Azul'])
      expect((await post('teams/merge', { id: fixed.id ?? null, into: blue.id ?? null })).status).toBe(500)
      expect(await read('teams', fixed.id)).toEqual(fixed)
    })

    test('of accounts gives neither what the other may do', async () => {
      const { users } = at.ids
      const person = async (name: string, more: JsonObject = {}) =>
        made('users', {
          name,
          surname: 'P',
          email: `${name.toLowerCase()}${String(users.root)}@merge.pe`,
          password: 'Una-clave-larga-9',
          type_user: '1',
          ...more,
        })
      const [first, second] = [await person('Uno'), await person('Dos')]
      const merge = (id: JsonObject[string], into: JsonObject[string], role: Parameters<TestApp['call']>[0]) =>
        post('users/merge', { id, into }, role)
      expect((await merge(users.root, first.id ?? null, 'operator')).status).toBe(403)
      expect((await merge(first.id ?? null, users.root, 'operator')).status).toBe(403)
      expect((await merge(users.operator, first.id ?? null, 'operator')).status).toBe(403)
      expect(await merge(first.id ?? null, users.companyA, 'root')).toMatchObject({
        status: 422,
        body: { errors: { into: 'Son cuentas de distinto tipo' } },
      })
      expect((await at.login(String(first.email), 'Una-clave-larga-9')).status).toBe(200)
      const before = await at.database.db
        .selectFrom('sessions')
        .select(['id', 'id_user'])
        .where('id_user', '=', first.id)
        .execute()
      expect(before).toHaveLength(1)
      expect(await merge(first.id ?? null, second.id ?? null, 'root')).toMatchObject({ status: 200 })
      // Sessions and the log stay with the account that went, which lets nobody in.
      expect(
        await at.database.db.selectFrom('sessions').select(['id', 'id_user']).where('id_user', '=', first.id).execute(),
      ).toEqual(before)
      expect((await at.login(String(first.email), 'Una-clave-larga-9')).status).toBe(401)
    })
  })
})

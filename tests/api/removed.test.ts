import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { purgeRemoved } from '../../src/server/records/removed/purge-removed'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { still, VERB_SCHEMAS, verbsOf } from './verbs-fixture'

const START = Date.parse('2026-11-22T15:00:00.000Z')
const DAY_MS = 86_400_000

oneEngine((_engine, open) => {
  describe('what was removed', () => {
    let at: TestApp
    let now_ms = START
    const { post, made, read, logs } = verbsOf(() => at)
    const removed = async (role: Parameters<TestApp['call']>[0] = 'root', of = 'owners') =>
      at.call(role, 'GET', `${of}/removed`)
    const listed = async (role?: Parameters<TestApp['call']>[0], of?: string) =>
      (await removed(role, of)).body.items as readonly JsonObject[]
    const purge = () =>
      purgeRemoved.run({
        runtime: at.runtime,
        signal: new AbortController().signal,
        log: (line) => {
          throw new Error(line)
        },
      })
    beforeAll(async () => {
      at = await testApp({
        schemas: VERB_SCHEMAS,
        open,
        now: () => new Date(now_ms),
        resources: {
          users: { title: 'Usuarios' },
          roles: { title: 'Roles' },
          things: { title: 'Cosas' },
          owners: { title: 'Dueños' },
          draft_owners: { entity: 'owners', title: 'De Lima', where: { city: { eq: 'Lima' } } },
        },
      })
    })

    test('is listed with who and when, and comes back long after with its rows and with what its removal emptied, where that is still empty', async () => {
      const owner = await made('owners', { name: 'Ana', city: 'Lima', notes: [{ text: 'una' }, { text: 'dos' }] })
      const [one, other] = [
        await made('things', { name: 'Silla', id_guest: owner.id ?? null }),
        await made('things', { name: 'Mesa', id_guest: owner.id ?? null }),
      ]
      const guest = await made('owners', { name: 'Otra' })
      expect((await post('owners/removing', { ids: [owner.id ?? null] })).body.lines).toEqual([
        'En Cosas quedan sin «Invitado»: 2 (Silla, Mesa).',
      ])
      await post('owners/remove', { id: owner.id ?? null }, 'operator')
      await post('things/create', { id: other.id ?? null, id_guest: guest.id ?? null })
      now_ms += 3 * DAY_MS
      // Undos are forgotten meanwhile; what a removal did is kept as long as what it removed.
      await post('owners/disable', { ids: [guest.id ?? null] })
      const [line] = await listed()
      expect(line).toEqual({
        id: owner.id,
        label: 'Ana',
        user_name: 'operator Prueba',
        date_removed: new Date(now_ms - 3 * DAY_MS).toISOString(),
        date_gone: new Date(now_ms + 87 * DAY_MS).toISOString(),
      })
      expect(await post('owners/bringBack', { id: owner.id ?? null })).toMatchObject({
        status: 200,
        body: { msg: 'Recuperado' },
      })
      expect(still(await read('owners', owner.id))).toMatchObject({
        name: 'Ana',
        notes: [{ text: 'una' }, { text: 'dos' }],
      })
      expect(await read('things', one.id)).toMatchObject({ id_guest: owner.id })
      expect(await read('things', other.id)).toMatchObject({ id_guest: guest.id })
      expect((await logs('owners', owner.id))[0]).toMatchObject({ type_log: 'restore', type_log_name: 'Recuperó' })
      expect(await listed()).toEqual([])
      expect(await post('owners/bringBack', { id: owner.id ?? null })).toMatchObject({
        status: 409,
        body: { msg: 'Alguien ya lo recuperó.' },
      })
    })

    test('is brought back by one of two who ask at once, and the other is told', async () => {
      const { id = null } = await made('owners', { name: 'Dos veces' })
      await post('owners/remove', { id })
      const both = await Promise.all([post('owners/bringBack', { id }), post('owners/bringBack', { id }, 'operator')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await logs('owners', id)).filter(({ type_log }) => type_log === 'restore')).toHaveLength(1)
    })

    test('whose value somebody else has by now stays, and says so at its field', async () => {
      const owner = await made('owners', { name: 'Beto', code: 'B-1' })
      await post('owners/remove', { id: owner.id ?? null })
      const taker = await made('owners', { name: 'Carla', code: 'B-1' })
      expect(await post('owners/bringBack', { id: owner.id ?? null })).toMatchObject({
        status: 422,
        body: { errors: { code: 'Ya existe un registro con este valor.' } },
      })
      expect(await post('owners/bringBack', { ids: [owner.id ?? null] })).toMatchObject({
        body: { results: [{ msg: 'Código: Ya existe un registro con este valor.' }] },
      })
      await post('owners/create', { id: taker.id ?? null, code: 'B-2' })
      expect(await post('owners/bringBack', { id: owner.id ?? null })).toMatchObject({ status: 200 })
    })

    test('is had back by those who may remove it, within their scope and in its own catalogue', async () => {
      const [a, b] = [
        await made('owners', { name: 'De A', city: 'Lima', id_company: at.ids.companies.a }),
        await made('owners', { name: 'De B', id_company: at.ids.companies.b }),
      ]
      for (const { id = null } of [a, b]) await post('owners/remove', { id })
      expect(await removed('reader')).toMatchObject({ status: 403 })
      expect(await post('owners/removing', { ids: [a.id ?? null] }, 'reader')).toMatchObject({ status: 403 })
      expect((await listed('companyA')).map(({ label }) => label)).toEqual(['De A'])
      expect(await post('owners/bringBack', { id: b.id ?? null }, 'companyA')).toMatchObject({ status: 404 })
      expect((await listed('root', 'draft_owners')).map(({ label }) => label)).toEqual(['De A'])
      expect(await post('draft_owners/bringBack', { id: b.id ?? null })).toMatchObject({ status: 404 })
      expect(await post('owners/bringBack', { id: a.id ?? null }, 'companyA')).toMatchObject({ status: 200 })
      expect(await read('owners', a.id)).toMatchObject({ name: 'De A' })
    })

    test('is gone for good after the days of the setting, unless a row still names it', async () => {
      await at.database.db.insertInto('settings').values({ key: 'removed_days', value: '5' }).execute()
      at.runtime.changed('settings')
      const [alone, named] = [
        await made('owners', { name: 'Sola', notes: [{ text: 'x' }] }),
        await made('owners', { name: 'Nombrada' }),
      ]
      const thing = await made('things', { name: 'Vieja', id_owner: named.id ?? null })
      await post('things/remove', { id: thing.id ?? null })
      now_ms += DAY_MS
      for (const { id = null } of [alone, named]) await post('owners/remove', { id })
      const rowsOf = async (id: unknown) =>
        (
          await at.database.db
            .selectFrom('owners')
            .where('id', '=', id as number)
            .select('id')
            .execute()
        ).length
      now_ms += 4.5 * DAY_MS
      expect((await listed()).map(({ label }) => label)).toEqual(expect.arrayContaining(['Sola', 'Nombrada']))
      expect((await listed('root', 'things')).map(({ label }) => label)).toEqual([])
      await at.database.db
        .updateTable('things')
        .set({ date_deleted: null })
        .where('id', '=', thing.id as number)
        .execute()
      now_ms += DAY_MS
      await purge()
      await purge()
      expect([await rowsOf(alone.id), await rowsOf(named.id)]).toEqual([0, 1])
      expect(await listed()).toEqual([])
      expect(await post('owners/bringBack', { id: named.id ?? null })).toMatchObject({ status: 404 })
    })
  })
})

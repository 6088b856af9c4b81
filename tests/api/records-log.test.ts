import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

oneEngine((_engine, open) => {
  describe('the activity log', () => {
    let at: RecordApp
    let now = new Date('2026-11-21T12:00:00.000Z')
    beforeAll(async () => {
      at = await recordApp(open, { now: () => now })
    })
    const log = async (role: Parameters<RecordApp['call']>[0], query: JsonObject) =>
      at.items(await at.call(role, 'GET', 'logs', query))

    test('tells who did what to what, when, from where, and what changed, in words', async () => {
      const { id } = await at.make('operator', 'parcels', {
        code: 'L1',
        title: 'Caja',
        kind: 'a',
        id_depot: at.depots.a,
      })
      now = new Date('2026-11-21T12:05:00.000Z')
      await at.call('operator', 'POST', 'parcels/create', {
        id: id ?? null,
        version: 1,
        title: 'Cajón',
        kind: 'b',
        id_depot: at.depots.b,
        urgent: 1,
        margin: 3,
      })
      now = new Date('2026-11-21T14:05:00.000Z')
      const [edit, create] = await log('reader', { target: 'parcels', id_target: id ?? null })
      expect(edit).toEqual({
        id: expect.any(Number) as number,
        type_user: 'Operador',
        user_name: 'operator Prueba',
        user_link: `/people/${at.ids.users.operator}`,
        user_as: null,
        user_key: null,
        run: null,
        type_log: 'edit',
        type_log_prefix: '',
        type_log_name: 'Modificó',
        type_log_suffix: 'Título, Urgente, Tipo, Depósito, Margen',
        targets: [{ type: 'Paquete', name: 'L1 Cajón', link: `/parcels/${String(id)}` }],
        date_created: '2026-11-21T12:05:00.000Z',
        ago: 'hace 2 horas',
        se_platform: 'web',
        changes: [
          { field: 'title', label: 'Título', from: 'Caja', to: 'Cajón' },
          { field: 'urgent', label: 'Urgente', from: 'No', to: 'Sí' },
          { field: 'kind', label: 'Tipo', from: 'Aéreo', to: 'Barco' },
          { field: 'id_depot', label: 'Depósito', from: 'Depósito Ate', to: 'Depósito Breña' },
          { field: 'margin', label: 'Margen', from: null, to: '3' },
        ],
        part: false,
        rest: 0,
      })
      expect(create).toMatchObject({ type_log_name: 'Registró', type_log_suffix: '' })
      await at.call('operator', 'POST', 'parcels/remove', { id: id ?? null })
      expect(await log('reader', { target: 'parcels', id_target: id ?? null, limit: 1 })).toMatchObject([
        { type_log_name: 'Eliminó', targets: [{ name: 'L1 Cajón' }], changes: [] },
      ])
    })

    test('never holds a secret', async () => {
      const person = await at.make('root', 'people', { name: 'Ana', type_user: '1', password: 'una-clave-larga' })
      expect(person).not.toHaveProperty('password')
      const rows = await at.database.db
        .selectFrom('logs')
        .select('changes')
        .where('target', '=', 'users')
        .where('id_target', '=', person.id as number)
        .execute()
      expect(JSON.stringify(rows)).not.toMatch(/una-clave|scrypt/)
      expect((await log('root', { target: 'people', id_target: person.id ?? null }))[0]?.changes).toContainEqual({
        field: 'password',
        label: 'Contraseña',
        from: null,
        to: 'Cambiado',
      })
      const stored = await at.database.db
        .selectFrom('users')
        .select('password')
        .where('id', '=', person.id as number)
        .executeTakeFirstOrThrow()
      expect(stored.password).toMatch(/^\$scrypt\$/)
      await at.call('root', 'POST', 'people/create', { id: person.id ?? null, password: null, name: 'Anita' })
      expect(
        await at.database.db
          .selectFrom('users')
          .select('password')
          .where('id', '=', person.id as number)
          .executeTakeFirstOrThrow(),
      ).toEqual(stored)
    })

    test('leaves out fields that the reader does not see', async () => {
      const { id } = await at.make('root', 'parcels', {
        code: 'L2',
        title: 'Caja',
        id_company: at.ids.companies.a,
        margin: 4,
        kind: 'a',
        discount: 1,
      })
      const theirs = await log('companyA', { target: 'parcels', id_target: id ?? null })
      expect(((theirs[0]?.changes ?? []) as unknown as JsonObject[]).map(({ field }) => field)).toEqual([
        'code',
        'title',
        'urgent',
        'kind',
        'id_company',
        'approved',
        'counted',
        'state',
      ])
      expect(theirs[0]).toMatchObject({ user_link: null, user_name: 'root Prueba' })
    })

    test('is asked by person, record and number, and by what the asker may see', async () => {
      const mine = await log('root', { id_user: at.ids.users.operator, limit: 500 })
      expect(new Set(mine.map(({ user_name }) => user_name))).toEqual(new Set(['operator Prueba']))
      expect(await log('root', { limit: 2 })).toHaveLength(2)
      const [first, second] = await log('root', { limit: 2 })
      expect((await log('root', { limit: 1, before: first?.id ?? null }))[0]?.id).toBe(second?.id)
      expect(await log('root', { filters: { target: 'parcels', limit: 1 } })).toHaveLength(1)
      expect(await at.call('none', 'GET', 'logs', { target: 'parcels' })).toMatchObject({ status: 403 })
      expect(await at.call('none', 'GET', 'logs')).toMatchObject({ status: 403 })
      expect(await at.call('root', 'GET', 'logs', { target: 'nothing' })).toMatchObject({ status: 404 })
      expect(await at.call('root', 'GET', 'logs', { colour: 1 })).toMatchObject({
        status: 400,
        body: { code: 'FILTER_UNKNOWN' },
      })
      expect(await at.call('root', 'GET', 'logs', { id_target: "1' or 1=1" })).toMatchObject({
        status: 400,
        body: { code: 'MALFORMED' },
      })
      expect(await at.call(null, 'GET', 'logs')).toMatchObject({ status: 401 })
    })

    test('stands or falls with what it tells of', async () => {
      const count = async () =>
        Number(
          (
            await at.database.db
              .selectFrom('logs')
              .select(({ fn }) => fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        )
      await at.make('root', 'parcels', { code: 'L3', title: 'Caja' })
      const before = await count()
      expect((await at.call('root', 'POST', 'parcels/create', { code: 'L3', title: 'Caja' })).status).toBe(422)
      expect(await count()).toBe(before)
    })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { pruneLog } from '../../src/server/records/log/prune-log'
import { oneEngine } from '../engines'
import { emailOf } from './fixture-users'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'

oneEngine((_engine, open) => {
  describe('the whole log', () => {
    let at: RecordApp
    let now = new Date('2026-11-21T12:00:00.000Z')
    let parcel: JsonObject
    beforeAll(async () => {
      at = await recordApp(open, {
        now: () => now,
        resources: { ...RECORD_RESOURCES, role_modules: { title: 'Permisos', module: 'roles' }, roles: {} },
      })
      parcel = await at.make('operator', 'parcels', { code: 'W1', title: 'Caja', id_company: at.ids.companies.a })
      now = new Date('2026-11-22T12:00:00.000Z')
      await at.call('companyA', 'POST', 'parcels/create', { id: parcel.id ?? null, title: 'Cajón' })
    })
    afterAll(() => at?.close())
    const log = async (query: JsonObject) =>
      at.items(await at.call('operator', 'GET', 'logs', { limit: 500, ...query }))
    const only = async (query: JsonObject, key: string) => [...new Set((await log(query)).map((line) => line[key]))]

    test('is a module of its own, for staff of the house', async () => {
      for (const role of ['root', 'operator', 'reader'] as const)
        expect((await at.call(role, 'GET', 'logs')).status).toBe(200)
      for (const role of ['companyA', 'readerA', 'none'] as const) {
        expect((await at.call(role, 'GET', 'logs')).status).toBe(403)
        for (const name of ['type_users', 'type_logs', 'targets', 'platforms'])
          expect((await at.call(role, 'GET', `logs/${name}`)).status).toBe(403)
      }
      const menu = async (role: 'operator' | 'companyA') =>
        (await at.call(role, 'GET', 'verify')).text.includes('"url":"/logs"')
      expect([await menu('operator'), await menu('companyA')]).toEqual([true, false])
    })

    test('is asked by person, kind of person, action, object, platform and days, with what there is to choose from', async () => {
      expect(await only({ type_user: '3' }, 'user_name')).toEqual(expect.arrayContaining(['companyA Prueba']))
      expect(await only({ type_user: '3' }, 'type_user')).toEqual(['Cliente'])
      expect(await only({ type_log: 'edit' }, 'type_log')).toEqual(['edit'])
      expect(await only({ platform: 'web', target: 'parcels' }, 'se_platform')).toEqual(['web'])
      expect(await log({ platform: 'iOS' })).toEqual([])
      expect(await only({ date_from: '2026-11-22', target: 'parcels' }, 'type_log')).toEqual(['edit'])
      expect(await only({ date_to: '2026-11-21', target: 'parcels' }, 'type_log')).toEqual(['create'])
      expect(await at.call('operator', 'GET', 'logs', { date_from: 'ayer' })).toMatchObject({
        status: 400,
        body: { code: 'MALFORMED' },
      })
      const choices = async (name: string) => at.items(await at.call('operator', 'GET', `logs/${name}`))
      expect(await choices('targets')).toContainEqual({ id: 'parcels', name: 'Paquetes' })
      expect(await choices('type_logs')).toContainEqual({ id: 'edit', name: 'Modificó' })
      expect(await choices('type_users')).toContainEqual({ id: '3', name: 'Cliente' })
      expect(await choices('platforms')).toContainEqual({ id: 'Android', name: 'Android' })
    })

    test('tells what was done together by its run', async () => {
      const ids = [
        (await at.make('root', 'parcels', { code: 'W2', title: 'A' })).id,
        (await at.make('root', 'parcels', { code: 'W3', title: 'B' })).id,
      ]
      await at.call('root', 'POST', 'parcels/disable', { ids: ids as number[] })
      const [line] = await log({ target: 'parcels', id_target: ids[1] ?? null })
      expect(line).toMatchObject({
        type_log: 'disable',
        run: { id: expect.stringMatching(/^bulk:/) as string, name: 'en lote' },
      })
      const run = (line?.run as JsonObject | undefined)?.id ?? null
      // One row alone is no run.
      await at.call('root', 'POST', 'parcels/enable', { ids: ids.slice(0, 1) as number[] })
      expect((await log({ target: 'parcels', id_target: ids[0] ?? null }))[0]).toMatchObject({
        type_log: 'enable',
        run: null,
      })
      expect((await log({ run })).map(({ targets }) => (targets as unknown as JsonObject[])[0]?.name)).toEqual([
        'W3 B',
        'W2 A',
      ])
      expect((await log({ target: 'parcels', id_target: parcel.id ?? null }))[0]?.run).toBeNull()
    })

    test('has the log-ins and log-outs', async () => {
      const token = String((await at.login(emailOf('readerA'))).body.token)
      await at.request({ method: 'POST', url: '/api/admin/login/logout', token, payload: '{}' })
      expect(
        (await log({ id_user: at.ids.users.readerA, target: 'users' })).map(({ type_log }) => type_log).slice(0, 2),
      ).toEqual(['logout', 'login'])
    })

    test('calls a right by its role and its module', async () => {
      const { db } = at.database
      const role = await db.selectFrom('roles').select('id').where('name', '=', 'Lector').executeTakeFirstOrThrow()
      const module = await db.selectFrom('modules').select('id').where('key', '=', 'parcels').executeTakeFirstOrThrow()
      const made = await at.call('root', 'POST', 'role_modules/create', {
        id_role: Number(role.id),
        id_module: Number(module.id),
        see: 1,
        edit: 1,
      })
      expect(made.status).toBe(200)
      const [line] = at.items(await at.call('root', 'GET', 'logs', { target: 'role_modules' }))
      expect((line?.targets as unknown as JsonObject[] | undefined)?.[0]).toMatchObject({ name: 'Lector · Paquetes' })
    })

    test('of a record that is gone stays with those who could read it, and with nobody else', async () => {
      const mine = { target: 'parcels', id_target: parcel.id ?? null }
      expect((await at.call('root', 'POST', 'parcels/remove', { id: parcel.id ?? null })).status).toBe(200)
      expect(at.items(await at.call('companyA', 'GET', 'logs', mine)).map(({ type_log }) => type_log)).toEqual([
        'remove',
        'edit',
        'create',
      ])
      expect(at.items(await at.call('companyB', 'GET', 'logs', mine))).toEqual([])
    })

    test('is exported whole, under its filters and as its reader sees it, some lines at a time', async () => {
      const { db } = at.database
      await sql`insert into logs (type_log, target, id_user, title, platform, date_created, date_updated)
        select 'edit', 'parcels', ${at.ids.users.operator}, '=fila ' || n, 'api', now(), now()
        from generate_series(1, 2500) as n`.execute(db)
      const exported = async (role: Parameters<RecordApp['call']>[0], query: JsonObject) => {
        const { status, text } = await at.call(role, 'GET', 'logs/export', query)
        return { status, lines: text.trim().split('\r\n') }
      }
      const { status, lines } = await exported('operator', { format: 'csv', platform: 'api', type_log: 'edit' })
      expect([status, lines.length]).toEqual([200, 2501])
      expect(lines[0]).toBe(
        'Fecha,Usuario,Tipo de usuario,Quién actuó en su nombre,Clave de API,Acción,Objeto,Registro,Cambios,Plataforma,Hecho en',
      )
      expect([lines[1], lines[2500]].map((line) => /fila (\d+)/.exec(line ?? '')?.[1])).toEqual(['2500', '1'])
      // A spreadsheet runs none of it.
      expect(lines[1]).not.toMatch(/,"?=fila/)
      const whole = await exported('operator', { format: 'csv' })
      expect(whole.lines.length).toBeGreaterThan(2501)
      expect((await at.call('operator', 'GET', 'logs/export', { format: 'xlsx', platform: 'api' })).status).toBe(200)
      expect((await exported('operator', { format: 'pdf' })).status).toBe(400)
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect((await exported(role, { format: 'csv' })).status).toBe(403)
      await sql`delete from logs where platform = 'api' and title like '=fila %'`.execute(db)
    })

    test('is kept for the days that are set, and goes in small batches', async () => {
      const { db } = at.database
      now = new Date('2026-02-04T00:00:00.000Z')
      await sql`insert into logs (type_log, target, date_created, date_updated)
        select 'edit', 'parcels', ${'2025-01-01'}::timestamptz, now() from generate_series(1, 1203)`.execute(db)
      const count = async () =>
        Number((await sql<{ n: string }>`select count(*) as n from logs`.execute(db)).rows[0]?.n)
      const before = await count()
      const signal = new AbortController().signal
      expect(await pruneLog({ runtime: at.runtime, signal })).toBe(0)
      now = new Date('2026-02-06T00:00:00.000Z')
      expect(await pruneLog({ runtime: at.runtime, signal: AbortSignal.abort() })).toBe(500)
      expect(await pruneLog({ runtime: at.runtime, signal })).toBe(703)
      expect(await count()).toBe(before - 1203)
      now = new Date('2026-11-22T12:00:00.000Z')
    })
  })
})

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  let driver = 0
  const send = (module: string, id: number, role: RoleName = 'operator') =>
    at.server.call(role, 'POST', `${module}/sendMail`, { id })
  const mails = (recipient: string) =>
    at.server.database.db
      .selectFrom('mail_outbox')
      .select(['subject', 'body', 'attachment'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  const settlement = (row: JsonObject) =>
    at.put('liquidations', {
      id_driver: driver,
      date_from: '2026-11-01',
      date_to: '2026-11-15',
      action_type: 'pay',
      number: null,
      state: '2',
      ...row,
    })

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    driver = await at.put('users', {
      type_user: '2',
      name: 'Luis',
      surname: 'Paz',
      email: 'luis@test.pe',
      language: 'en',
    })
    await at.server.database.db
      .updateTable('companies')
      .set({ email: 'pagos@a.test' })
      .where('id', '=', at.server.ids.companies.a)
      .execute()
  })

  describe('by mail', () => {
    test('a liquidation goes to its driver as a pdf, in their language, with a line in the log', async () => {
      const id = await settlement({ number: 'L-2026-000001' })
      expect(await send('liquidations', id)).toMatchObject({
        status: 200,
        body: { email: 'luis@test.pe', msg: 'El documento va en camino a luis@test.pe.' },
      })
      const [mail] = await mails('luis@test.pe')
      expect(mail).toMatchObject({
        subject: 'Settlement L-2026-000001',
        body: expect.stringContaining('from 2026-11-01 to 2026-11-15') as unknown,
      })
      const { name = '', base64 = '' } = (mail?.['attachment'] ?? {}) as unknown as {
        readonly name?: string
        readonly base64?: string
      }
      expect(name).toMatch(/\.pdf$/)
      expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect(
        await at.server.database.db
          .selectFrom('logs')
          .select('note')
          .where('type_log', '=', 'document_mailed')
          .where('id_target', '=', String(id))
          .execute(),
      ).toEqual([{ note: 'luis@test.pe' }])
    })

    test('an invoice goes to its company, and only by those who may edit invoices and see it', async () => {
      const id = await at.put('invoices', {
        id_company: at.server.ids.companies.a,
        number: 'F-1',
        date_from: '2026-11-01',
        date_to: '2026-11-15',
        state: '1',
      })
      expect(await send('invoices', id, 'reader')).toMatchObject({ status: 403 })
      expect((await send('invoices', id, 'companyB')).status).not.toBe(200)
      expect(await mails('pagos@a.test')).toEqual([])
      expect(await send('invoices', id)).toMatchObject({ status: 200, body: { email: 'pagos@a.test' } })
      expect((await mails('pagos@a.test')).map(({ subject }) => subject)).toEqual(['Factura F-1'])
    })

    test('a statement of 1,000 lines is drawn in a thread of its own, and others are answered meanwhile', async () => {
      const id = await settlement({ number: 'L-2026-001000', amount: '1000' })
      await sql`insert into liquidation_items (id_liquidation, name, amount)
        select ${id}, 'Servicio ' || n, 1 from generate_series(1, 1000) as n`.execute(at.server.database.db)
      const waits = monitorEventLoopDelay({ resolution: 10 })
      const began = performance.now()
      waits.enable()
      const { status, text } = await at.server.call('operator', 'GET', `liquidations/${id}`, { export: 'pdf' })
      waits.disable()
      const whole = performance.now() - began
      expect([status, text.slice(0, 5), text.match(/\/Type \/Page\b/g)?.length]).toEqual([200, '%PDF-', 26])
      // Drawn in the server's own thread, a call would wait for all of it.
      expect(waits.max / 1e6).toBeLessThan(whole / 3)
    })

    test('no draft and nothing void goes out, and nothing without an address', async () => {
      for (const state of ['1', '9'])
        expect(await send('liquidations', await settlement({ state }))).toMatchObject({ status: 409 })
      const nobody = await at.put('users', { type_user: '2', name: 'Sin', surname: 'Correo' })
      expect(await send('liquidations', await settlement({ id_driver: nobody }))).toMatchObject({
        status: 422,
        body: { msg: 'No tiene un correo al que enviarlo.' },
      })
      expect(await send('liquidations', 999_999)).toMatchObject({ status: 404 })
    })
  })

  describe('messages at hand', () => {
    test('are listed by type in the order that people gave them, and offered to applications without those that are off', async () => {
      const make = async (type: string, name: string): Promise<number> =>
        Number(
          (await at.server.call('operator', 'POST', 'messages/create', { type, name, body: `${name}.` })).body['id'],
        )
      const [first, second, third] = [await make('2', 'Uno'), await make('2', 'Dos'), await make('2', 'Tres')]
      await make('3', 'De clientes')
      const names = async (path: string, input: JsonObject) =>
        ((await at.server.call('operator', 'GET', path, input)).body['items'] as JsonObject[]).map((one) => one['name'])
      expect(
        (await at.server.call('operator', 'POST', 'messages/resort', { items: [third, first, second] })).status,
      ).toBe(200)
      expect(await names('messages', { type: '2' })).toEqual(['Tres', 'Uno', 'Dos'])
      expect((await at.server.call('operator', 'POST', 'messages/disable', { id: first })).status).toBe(200)
      expect(await names('notifications/messages', { type_user: '2' })).toEqual(['Tres', 'Dos'])
      expect(await names('notifications/messages', { type_user: '3' })).toEqual(['De clientes'])
      expect(await names('messages/types', {})).toEqual(['Conductores', 'Clientes'])
    })

    test('alerts say their types and channels, to those who have alerts', async () => {
      const items = async (path: string) =>
        ((await at.server.call('root', 'GET', path)).body['items'] as JsonObject[]).map((one) => one['id'])
      expect(await items('alerts/types')).toEqual(['created', 'changed', 'removed', 'moved', 'near'])
      expect(await items('alerts/channels')).toEqual(['mail', 'notice', 'push', 'sms', 'whatsapp', 'webhook'])
      expect((await at.server.call('none', 'GET', 'alerts/types')).status).toBe(403)
    })
  })
})

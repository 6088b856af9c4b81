import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { moveService } from '../../custom/services/server'
import { BY_SYSTEM } from '../../custom/services/server/life/move-asked'
import { tell } from '../../src/server/records/write/tell'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { mailServer, type MailServer } from './mail-server'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let mails: MailServer
  let alerts = 0
  let clock_ms = NOON.getTime()
  beforeAll(async () => {
    mails = await mailServer()
    at = await driverApp(open, () => new Date(clock_ms))
    await at.server.call('root', 'POST', 'settings/mailSave', {
      mail_sender: 'no-reply@test.pe',
      mail_host: `127.0.0.1:${mails.port}`,
    })
  })
  afterAll(async () => {
    await mails?.close()
  })

  const alert = async (module: string, more: JsonObject): Promise<void> => {
    const row = await at.server.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', module)
      .executeTakeFirstOrThrow()
    const { body, text } = await at.server.call('root', 'POST', 'alerts/create', {
      name: `Aviso ${++alerts}`,
      id_module: Number(row.id),
      channel: 'notice',
      ...more,
    })
    expect(body.ok, text).toBe(true)
  }
  const told = async (entity: string, id: number) => {
    const rows = await at.server.database.db
      .selectFrom('deliveries')
      .select(['event', 'body', 'recipient', 'channel'])
      .where('entity', '=', entity)
      .where('id_target', '=', String(id))
      .orderBy('id')
      .execute()
    return rows.map(({ event, body, channel }) => `${String(channel)} ${String(event)}: ${String(body)}`)
  }

  /** How many statements it takes to tell of a change of a ride's state. */
  const cost = (id: number): Promise<number> =>
    at.server.database.transaction(async (tx) => {
      const asked = vi.spyOn(tx.getExecutor(), 'executeQuery')
      await tell(tx, 'services', {
        id,
        before: { state: 'onway' },
        after: { state: 'waiting', id_driver: 1 },
        by: null,
      })
      return asked.mock.calls.length
    })

  test('what nobody waits for costs no statement', async () => {
    const { id } = await at.make()
    // A late notice of a change empties what is kept of effects.
    await expect.poll(() => cost(id)).toBe(0)
    await alert('services', { type: 'changed', fields: 'price_total', recipients: 'id_client', body: 'x' })
    await expect.poll(() => cost(id)).toBe(0)
    await alert('services', {
      type: 'changed',
      fields: 'id_driver',
      rule: { price_total: { lt: 0 } },
      recipients: 'id_client',
      body: 'x',
    })
    await cost(id)
    expect(await cost(id)).toBeGreaterThan(0)
  })

  test('a ride that its driver finishes is told to whoever waits for it, once, and no other step of it', async () => {
    await alert('services', {
      type: 'changed',
      fields: 'state',
      rule: { state: { eq: 'finalized' } },
      channel: 'mail',
      recipients: 'jefa@test.pe',
      subject: 'Viaje {{id}}',
      body: '{{id_driver.name}}: {{state}}',
    })
    const ana = await at.atWork('Marta')
    const { id } = await at.make()
    await at.server.database.transaction((tx) =>
      moveService(tx, { id, move: 'accept', by: BY_SYSTEM, now: NOON, id_driver: ana.id, id_vehicle: ana.vehicle }),
    )
    for (const step of ['onway', 'waiting', 'start'])
      expect((await ana.post(`services/${id}/${step}`)).status).toBe(200)
    expect(await told('services', id)).toEqual([])
    clock_ms += 600_000
    const { status, text } = await ana.post(`services/${id}/finish`)
    expect(status, text).toBe(200)
    expect(await told('services', id)).toEqual(['mail changed: Marta: Finalizado'])
    expect((await mails.mailTo('jefa@test.pe')).text.trim()).toBe('Marta: Finalizado')
  })

  test('a call for help and a shift tell that they begin, change and end', async () => {
    const to = { recipients: 'id_driver' }
    await alert('panics', { ...to, type: 'created', body: 'Auxilio {{id_driver.name}} {{state}}' })
    await alert('panics', { ...to, type: 'changed', fields: 'state', body: '{{state}}' })
    await alert('shifts', { ...to, type: 'created', body: 'Empieza' })
    await alert('shifts', { ...to, type: 'changed', fields: 'state', body: '{{state}}' })
    const lia = await at.atWork('Lia')
    const { body } = await lia.post('panic', {})
    await lia.post('panic', { lat: -12.1, lng: -77.03 })
    const attended = await at.server.call('operator', 'POST', 'panics/attend', { id: Number(body.id) })
    expect(attended.body, attended.text).toMatchObject({ attended: 1 })
    expect(await told('panics', Number(body.id))).toEqual([
      'notice created: Auxilio Lia Sin atender',
      'notice changed: Atendida',
    ])
    for (const step of ['pause', 'resume', 'end']) expect((await lia.post(`shift/${step}`)).status).toBe(200)
    const {
      rows: [shift],
    } = await sql<{
      id: number
    }>`select id from driver_shifts where id_driver = ${lia.id} order by id desc limit 1`.execute(at.server.database.db)
    expect(await told('driver_shifts', shift?.id ?? 0)).toEqual([
      'notice created: Empieza',
      'notice changed: En pausa',
      'notice changed: Conectado',
      'notice changed: Cerrado',
    ])
  })

  test('what is taken back is not told', async () => {
    const { id } = await at.make()
    await alert('services', { type: 'changed', recipients: 'id_user_created', body: '{{state}}' })
    await expect(
      at.server.database.transaction(async (tx) => {
        await moveService(tx, { id, move: 'request', by: BY_SYSTEM, now: NOON })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await told('services', id)).toEqual([])
  })
})

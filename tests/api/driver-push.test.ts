import { afterAll, beforeAll, expect, test } from 'vitest'
import { drivers } from '../../custom/drivers/server'
import { sendingOf } from '../../src/server/work/events/deliver'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let phone: Phone
  beforeAll(async () => {
    at = await driverApp(open, () => new Date('2026-11-21T15:00:00Z'))
    phone = await at.phone('Ana')
  })
  afterAll(() => at?.server.close())

  test("what an effect pushes is a message of the office in the driver's application, there once however often it is tried", async () => {
    const { push } = sendingOf([drivers], []).senders
    if (!push) throw new Error('nothing pushes')
    const delivery = {
      id: 1,
      key: '0b9ad1c2-0000-4000-8000-000000000000/vehicles.papers/user 1',
      channel: 'push' as const,
      recipient: 'Ana',
      id_user: phone.id,
      id_webhook: null,
      payload: null,
      subject: 'Papeles',
      body: 'Su seguro vence pronto.',
      entity: 'vehicles',
      resource: 'vehicles',
      id_target: '1',
      attempts: 1,
    }
    for (let n = 0; n < 2; n++) expect(await push(delivery, at.server.runtime)).toEqual({ ok: true })
    const { body } = await phone.get('messages')
    expect(body).toMatchObject({ unread: 1, items: [{ from_driver: 0, body: 'Papeles\nSu seguro vence pronto.' }] })
    expect(await push({ ...delivery, id_user: 1_000_000 }, at.server.runtime)).toEqual({
      ok: false,
      reason: 'no_driver',
      again: false,
    })
  })
})

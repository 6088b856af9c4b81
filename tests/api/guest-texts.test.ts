import { beforeAll, describe, expect, test } from 'vitest'
import { guestTextsJob } from '../../custom/tracking/server/guest-texts'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  const work = () =>
    guestTextsJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
  let hour = 12
  // Each at an hour of its own: two alike would be asked about.
  const guest = (more: JsonObject = {}) =>
    at.make({
      invited: 1,
      invited_name: 'Iris',
      invited_phone: '+51 987 111 222',
      scheduled: 1,
      scheduled_dates: [`2026-11-25T${++hour}:00:00.000Z`],
      ...more,
    })
  const texts = async (id: number) => {
    const rows = await at.server.database.db
      .selectFrom('deliveries')
      .selectAll()
      .where('entity', '=', 'services')
      .where('id_target', '=', String(id))
      .where('effect', '=', 'services.guest_text')
      .execute()
    return rows.map(({ channel, recipient, body, payload }) => ({
      channel,
      recipient,
      body: String(body),
      phone: (payload as JsonObject | null)?.['phone'],
    }))
  }
  const set = async (values: JsonObject) => {
    await at.server.database.transaction(async (tx) => {
      await tx.deleteFrom('settings').where('key', 'in', Object.keys(values)).execute()
    })
    for (const [key, value] of Object.entries(values)) await at.put('settings', { key, value: JSON.stringify(value) })
    at.server.runtime.changed('settings')
  }

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  describe('a guest without an account', () => {
    test('gets nothing while the house sends no texts', async () => {
      const ride = await guest()
      await work()
      expect(await texts(ride.id)).toEqual([])
    })

    test('gets one text with a link to their own ride, which opens it; clients, and guests without a telephone, get none', async () => {
      await set({
        url_console: 'https://viajes.example/',
        sms_url: 'https://textos.example',
        whatsapp_gateway_url: 'https://wa.example',
      })
      const ride = await guest({ scheduled_dates: ['2026-11-26T15:00:00.000Z'] })
      const [own, mute] = [await at.make(), await guest({ invited_phone: null })]
      await Promise.all([work(), work()])
      await work()
      const sent = await texts(ride.id)
      expect(sent.map(({ channel, recipient, phone }) => [channel, recipient, phone])).toEqual([
        ['sms', 'Iris · 987111222', '987111222'],
      ])
      expect(sent[0]?.body).toMatch(
        /: su viaje desde .+, 26\/11\/2026 10:00 AM\. Sígalo aquí: https:\/\/viajes\.example\/tracking\//,
      )
      const tk = sent[0]?.body.split('/tracking/')[1] ?? ''
      const page = await at.server.request({ method: 'GET', url: `/api/admin/tracking?tk=${tk}` })
      expect([page.status, page.text.includes('scheduled')], page.text.slice(0, 300)).toEqual([200, true])
      expect([await texts(own.id), await texts(mute.id)]).toEqual([[], []])
    })

    test('of a ride that waits for its company is told once it is approved, and never of one called off or long past', async () => {
      const state = (id: number, values: object) =>
        at.server.database.transaction((tx) => tx.updateTable('services').set(values).where('id', '=', id).execute())
      const [waits, off, old] = [await guest(), await guest(), await guest()]
      await state(waits.id, { state: 'created' })
      await state(off.id, { state: 'canceled' })
      await state(old.id, { state: 'requested', date_updated: new Date(NOON.getTime() - 3 * 3_600_000).toISOString() })
      await work()
      expect([await texts(waits.id), await texts(off.id), await texts(old.id)]).toEqual([[], [], []])
      await state(waits.id, { state: 'requested', date_scheduled: null })
      await work()
      expect((await texts(waits.id)).map(({ body }) => body.includes(', ahora. '))).toEqual([true])
    })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const HOUR = 60 * 60_000

oneEngine((_engine, open) => {
  let at: ServicesApp
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  const inTime = (hours: number): string => new Date(NOON.getTime() + hours * HOUR).toISOString()
  const GROUP: readonly JsonObject[] = [{ name: 'Iris Uno', phone: '987111222' }, { name: ' Raúl Dos ' }]
  const made = async (input: JsonObject, role?: Parameters<ServicesApp['send']>[1]): Promise<readonly JsonObject[]> => {
    const { status, body, text } = await at.send(input, role)
    expect(status, text).toBe(200)
    const ids = body['ids'] as number[]
    const rows = await Promise.all(
      ids.map(async (id) => (await at.get('operator', 'services/info', { id })).body['service'] as JsonObject),
    )
    return rows
  }
  const errorsOf = async (input: JsonObject): Promise<JsonObject> => {
    const { status, body, text } = await at.send(input)
    expect(status, text).toBe(422)
    return body['errors'] as JsonObject
  }
  const rides = async (): Promise<number> =>
    Number(
      (
        await at.server.database.db
          .selectFrom('services')
          .select((all) => all.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  describe('one form', () => {
    test('books a group: a ride for each guest, by their names and telephones, at a price of its own', async () => {
      const rows = await made({
        invited: 1,
        invited_name: 'Eva Cero',
        invited_phone: '987000000',
        group: GROUP,
        trip_reason: 'Feria',
        after: 'search',
      })
      expect(
        rows.map(({ invited, invited_name, invited_phone, state }) => [invited, invited_name, invited_phone, state]),
      ).toEqual([
        [1, 'Eva Cero', '987000000', 'requested'],
        [1, 'Iris Uno', '987111222', 'requested'],
        [1, 'Raúl Dos', null, 'requested'],
      ])
      expect(new Set(rows.map(({ id_client }) => id_client))).toEqual(new Set([at.id['ana']]))
      expect(new Set(rows.map(({ id_fare }) => id_fare)).size).toBe(3)
      expect(new Set(rows.map(({ price_total }) => price_total)).size).toBe(1)
    })

    test('books the way back at another hour, from the last stop to the first, of each date and each guest', async () => {
      const dates = [inTime(24), inTime(48)]
      const rows = await made({
        scheduled: 1,
        scheduled_dates: dates,
        date_return: inTime(30),
        group: [{ name: 'Iris Uno' }],
      })
      const times = [...dates, ...dates, inTime(30), inTime(54), inTime(30), inTime(54)]
      expect(rows.map(({ date_scheduled, state }) => [date_scheduled, state])).toEqual(
        times.map((date) => [date, 'scheduled']),
      )
      const [there, back] = [rows[0]!, rows[4]!]
      expect([back['org_address'], back['dst_address']]).toEqual([there['dst_address'], there['org_address']])
      expect(rows.map(({ invited_name }) => invited_name)).toEqual([
        null,
        null,
        'Iris Uno',
        'Iris Uno',
        null,
        null,
        'Iris Uno',
        'Iris Uno',
      ])
    })

    test('rides there now and back later', async () => {
      const rows = await made({ date_return: inTime(5), after: 'search' })
      expect(rows.map(({ state, date_scheduled }) => [state, date_scheduled])).toEqual([
        ['requested', null],
        ['scheduled', inTime(5)],
      ])
    })

    test('is made whole or not at all, with each error at its own box', async () => {
      const before = await rides()
      expect(await errorsOf({ scheduled: 1, scheduled_dates: [inTime(24)], date_return: inTime(23) })).toEqual({
        date_return: 'El regreso es antes que la ida.',
      })
      expect(Object.keys(await errorsOf({ date_return: inTime(24 * 900) }))).toEqual(['date_return'])
      expect(Object.keys(await errorsOf({ group: [{ name: 'Iris' }, { name: '  ' }] }))).toEqual(['group.1.name'])
      const many = Array.from({ length: 20 }, (_, n) => ({ name: `Persona ${n}` }))
      expect(
        await errorsOf({ scheduled: 1, scheduled_dates: [inTime(24), inTime(48), inTime(72)], group: many }),
      ).toEqual({ group: 'Se crean 60 viajes por formulario como máximo.' })
      expect(await rides()).toBe(before)
    })

    test('sent again after a lost answer makes nothing twice', async () => {
      const form = {
        scheduled: 1,
        scheduled_dates: [inTime(26)],
        date_return: inTime(31),
        group: GROUP,
        idempotency: 'a-form-of-a-group-1',
      }
      const first = (await at.send(form)).body['ids']
      const before = await rides()
      expect((await at.send(form)).body['ids']).toEqual(first)
      expect([await rides(), (first as number[]).length]).toEqual([before, 6])
    })

    test('takes a price that was quoted for its first ride alone', async () => {
      const { body } = await at.call('operator', 'fares/quote', {
        id_client: at.id['ana']!,
        id_product: at.id['taxi']!,
        stops: [...at.stops],
      })
      await at.startsAt('50')
      const rows = await made({ quote: String(body['token']), group: [{ name: 'Iris' }] })
      await at.startsAt('5')
      expect(Number(rows[1]!['price_total'])).toBeGreaterThan(Number(rows[0]!['price_total']) + 40)
    })
  })
})

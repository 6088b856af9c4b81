import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import type { RideLeg } from '../../custom/services/model/handover-call'
import { handoverTextsJob } from '../../custom/tracking/server/handover-texts'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import type { Phone } from './driver-fixture'
import { FROM } from './whole-app'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  let names = 0
  const later = (s: number): void => {
    now = new Date(now.getTime() + s * 1000)
  }

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
  })
  beforeEach(async () => {
    now = new Date(NOON.getTime() + names * 1000)
    await at.clear()
  })

  const driver = (north = 0.001): Promise<Phone> => at.standing(`Chofer${names++}`, north)
  const db = () => at.server.database.db
  const item = async (id: number): Promise<DispatcherService> =>
    (await at.get('operator', 'dispatcher/form', { id })).body['item'] as unknown as DispatcherService
  const step = async (phone: Phone, id: number, name: string, input: JsonObject = {}): Promise<JsonObject> => {
    const { status, text, body } = await phone.post(`services/${id}/${name}`, input)
    expect([name, status], text).toEqual([name, 200])
    return body
  }
  const legs = async (id: number): Promise<RideLeg[]> =>
    (await at.get('operator', 'services/info', { id })).body['legs'] as unknown as RideLeg[]
  const handOver = (id_service: number, from: Phone, to: Phone | null, more: JsonObject = {}) =>
    at.post('dispatcher/handOver', {
      id_service,
      id_driver: from.id,
      reason: 'breakdown',
      ...(to && { id_vehicle: to.vehicle }),
      ...more,
    })
  const given = async (id_service: number, phone: Phone): Promise<void> => {
    const { status, text } = await at.post('dispatcher/assignVehicle', { id_service, id_vehicle: phone.vehicle })
    expect(status, text).toBe(200)
  }
  /** A ride with its passenger aboard, whose car stands so many degrees north of the origin. */
  const aboard = async (phone: Phone, input: JsonObject = {}, north = 0.004): Promise<number> => {
    const { id } = await at.make({ after: 'none', ...input })
    await given(id, phone)
    for (const name of ['onway', 'waiting']) await step(phone, id, name)
    later(420)
    await step(phone, id, 'start')
    later(300)
    await at.place(phone, north)
    return id
  }
  const goOn = async (phone: Phone, id: number): Promise<void> => {
    for (const [after_s, name] of [
      [60, 'onway'],
      [240, 'waiting'],
      [600, 'start'],
      [300, 'finish'],
    ] as const) {
      later(after_s)
      await step(phone, id, name)
    }
  }
  const money = async (id: number) =>
    (
      await sql<{
        price_total: number
        price_driver: number
        price_wait: number
        date_started: Date
        time_pickup: number
      }>`
    select price_total::float8 as price_total, price_driver::float8 as price_driver, price_wait::float8 as price_wait,
      date_started, time_pickup from services where id = ${id}`.execute(db())
    ).rows[0]!
  const itemsOf = async (id_service: number, side = 'driver') =>
    (
      await sql<{ id_driver: number; kind: string; minor: number }>`
    select id_driver, kind, sum(minor)::integer as minor from billable_items where id_service = ${id_service}
      and side = ${side} group by 1, 2 having sum(minor) <> 0 order by 1, 2`.execute(db())
    ).rows
  const sumOf = async (id_service: number, phone: Phone): Promise<number> =>
    (await itemsOf(id_service))
      .filter(({ id_driver }) => id_driver === phone.id)
      .reduce((sum, { minor }) => sum + minor, 0)

  describe('a car that cannot go on with its passenger', () => {
    test('is left where it stands: another goes on with the same ride, at the price of one', async () => {
      const [first, second, alone] = [await driver(), await driver(0.006), await driver()]
      const whole = await aboard(alone)
      await step(alone, whole, 'finish')
      now = NOON
      const id = await aboard(first)
      const { url } = (await at.get('operator', 'dispatcher/urlShare', { id })).body as { url: string }
      const tk = url.split('/tracking/')[1] ?? ''
      const started = (await money(id)).date_started
      const near = (await at.get('operator', `dispatcher/${id}/getNearbyVehicles2`)).body as unknown as {
        items: { id: number; distance: number }[]
        breakdown: { id_driver: number; reasons: { id: string; name: string }[] }
      }
      expect([near.breakdown.id_driver, near.breakdown.reasons.map(({ name }) => name)]).toEqual([
        first.id,
        ['Avería', 'Accidente', 'El conductor no puede seguir', 'Otro motivo'],
      ])
      // Measured from the car and not from the door, and the car itself is none of them.
      expect(near.items.find((one) => one.id === second.vehicle)?.distance).toBeLessThan(400)
      expect(near.items.some((one) => one.id === first.vehicle)).toBe(false)
      const answer = await handOver(id, first, second, { notes: 'Motor' })
      expect([answer.status, answer.body['msg']], answer.text).toEqual([200, expect.stringContaining('sigue el viaje')])
      expect(answer.body['item']).toMatchObject({
        id,
        state: 'accepted',
        id_driver: second.id,
        handover_lat: expect.closeTo(FROM.lat + 0.004, 6),
      })
      const { status } = await at.server
        .request({ method: 'GET', url: `/api/admin/tracking?tk=${tk}` })
        .then(async (page) => {
          expect(page.text).toContain('Otro conductor sigue su viaje')
          expect(page.text).not.toContain('espera en el punto de partida')
          return page
        })
      expect(status).toBe(200)
      // The first is out of service, with the reason, and has nothing on the road.
      expect(await first.state()).toMatchObject({ services: [], shift: { state: 'paused', pause_reason: 'Avería' } })
      const [theirs] = (await second.state())['services'] as {
        take_over: JsonObject
        stops: { date_reached: string | null }[]
        steps: string[]
      }[]
      expect(theirs).toMatchObject({
        take_over: {
          lat: expect.closeTo(FROM.lat + 0.004, 6),
          dr_name: expect.stringContaining('Chofer'),
          dr_phone: '999123456',
        },
        steps: expect.arrayContaining(['onway']),
      })
      expect(theirs?.stops[0]?.date_reached).not.toBeNull()
      await goOn(second, id)
      const kept = await money(id)
      expect([kept.price_total, kept.price_wait, kept.date_started, kept.time_pickup]).toEqual([
        (await money(whole)).price_total,
        (await money(whole)).price_wait,
        started,
        expect.anything(),
      ])
      expect(await item(id)).toMatchObject({ state: 'finalized', date_handed_over: null, handover_lat: null })
      const parts = await legs(id)
      expect(
        parts.map(({ id_driver, position, reason_obj, notes, duration }) => [
          id_driver,
          position,
          reason_obj?.id ?? null,
          notes,
          duration,
        ]),
      ).toEqual([
        [first.id, 1, 'breakdown', 'Motor', 300],
        [second.id, 2, null, null, 300],
      ])
      expect(Math.round(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0) * 100)).toBe(
        Math.round(kept.price_driver * 100),
      )
      const metres = parts.map(({ distance }) => distance ?? 0)
      expect(parts[0]?.amount).toBeCloseTo((kept.price_driver * metres[0]!) / (metres[0]! + metres[1]!), 1)
      const lines = await db()
        .selectFrom('logs')
        .select(['type_log', 'note'])
        .where('target', '=', 'services')
        .where('id_target', '=', id)
        .orderBy('id')
        .execute()
      expect(lines).toContainEqual({ type_log: 'service_hand_over', note: 'Avería: Motor' })
    })

    test('pays each driver their part once, whoever has the cash, and later only what a change adds or takes', async () => {
      const [first, second] = [await driver(), await driver()]
      const id = await aboard(first)
      expect((await handOver(id, first, second)).status).toBe(200)
      await goOn(second, id)
      const { price_driver, price_total } = await money(id)
      const [one, two] = (await legs(id)).map(({ amount }) => Math.round((amount ?? 0) * 100))
      expect(await itemsOf(id)).toContainEqual({ id_driver: first.id, kind: 'handover', minor: one })
      // Whoever ended it has the cash, and owes for it what is the other's.
      expect([await sumOf(id, first), await sumOf(id, second)]).toEqual([one, two! - Math.round(price_total * 100)])
      const period = { date_from: '2026-11-16', date_to: '2026-11-30' }
      const issued: number[] = []
      for (const phone of [first, second]) {
        const { body, text } = await at.call('root', 'liquidations/generate', { ...period, id_drivers: [phone.id] })
        const id_draft = (body['drafts'] as { id: number }[])[0]!.id
        expect((await at.call('root', 'liquidations/issue', { id: id_draft })).status, text).toBe(200)
        issued.push(id_draft)
      }
      const statement = async (of: number) =>
        (await at.get('root', `liquidations/${of}`)).body['item'] as {
          amount: number
          items: { kind: string; amount: number }[]
        }
      expect([
        Math.round((await statement(issued[0]!)).amount * 100),
        Math.round((await statement(issued[1]!)).amount * 100),
      ]).toEqual([one, two! - Math.round(price_total * 100)])
      expect((await statement(issued[0]!)).items.map(({ kind }) => kind)).toEqual(['handover'])
      const lower = Math.round((price_driver - 3.33) * 100) / 100
      expect((await at.call('root', `services/${id}/updatePriceDriver`, { price_driver: lower })).status).toBe(200)
      const after = (await legs(id)).map(({ amount }) => Math.round((amount ?? 0) * 100))
      expect(after.reduce((sum, minor) => sum + minor, 0)).toBe(Math.round(lower * 100))
      expect([await sumOf(id, first), await sumOf(id, second)]).toEqual([
        after[0],
        after[1]! - Math.round(price_total * 100),
      ])
      const { rows: open_ } = await sql<{
        id_driver: number
        minor: number
      }>`select id_driver, sum(minor)::integer as minor from billable_items
        where id_service = ${id} and side = 'driver' and id_liquidation is null group by 1 order by 1`.execute(db())
      expect(open_).toEqual([
        { id_driver: first.id, minor: after[0]! - one! },
        { id_driver: second.id, minor: after[1]! - two! },
      ])
      // A ride that is removed is nobody's any more.
      await at.server.database.transaction((tx) =>
        tx.updateTable('services').set({ date_deleted: now.toISOString() }).where('id', '=', id).execute(),
      )
      expect([await sumOf(id, first), await sumOf(id, second)]).toEqual([0, 0])
    })

    test('is one ride for the company that pays it', async () => {
      const [first, second] = [await driver(), await driver()]
      const id = await aboard(first, { id_client: at.id['beto']!, id_payment: at.id['credit']! })
      expect((await handOver(id, first, second)).status).toBe(200)
      await goOn(second, id)
      const { price_total } = await money(id)
      const items = await itemsOf(id, 'company')
      expect(items.reduce((sum, { minor }) => sum + minor, 0)).toBe(Math.round(price_total * 100))
      expect(items.filter(({ kind }) => kind === 'ride')).toHaveLength(1)
      expect(items.some(({ kind }) => kind === 'handover')).toBe(false)
    })

    test('may be left to the search, which asks from where it stands, and the next may hand over in turn', async () => {
      const [first, second, third] = [await driver(), await driver(0.005), await driver(0.03)]
      const id = await aboard(first)
      await at.place(second, 0.005)
      const answer = await handOver(id, first, null)
      expect([answer.status, (answer.body['item'] as JsonObject)['state']], answer.text).toEqual([200, 'requested'])
      const offer = await at.asks(id, ((await second.state()) as { driver: { name: string } }).driver.name)
      expect(offer.distance).toBeLessThan(400)
      expect((await at.answer(second, offer.id, 'accept')).status).toBe(200)
      // The second gives it back on the way: the passenger is still aboard of the first, and the stops are as they
      // were.
      await step(second, id, 'release')
      expect(await item(id)).toMatchObject({
        state: expect.stringMatching(/requested|unassigned/),
        date_handed_over: expect.any(String),
        stops: [{ date_left: expect.any(String) }, {}],
      })
      await at.call('operator', 'dispatcher/removeVehicle', { id_service: id })
      await given(id, second)
      for (const name of ['onway', 'waiting', 'start']) await step(second, id, name)
      later(120)
      expect((await handOver(id, second, third, { reason: 'driver' })).status).toBe(200)
      await goOn(third, id)
      const parts = await legs(id)
      expect(parts.map(({ id_driver }) => id_driver)).toEqual([first.id, second.id, third.id])
      expect(Math.round(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0) * 100)).toBe(
        Math.round((await money(id)).price_driver * 100),
      )
      const drawn = (await at.get('operator', `services/${id}/history`)).body as unknown as {
        legs: RideLeg[]
        driven: { duration: number }
      }
      expect([drawn.legs.length, drawn.driven.duration]).toEqual([3, 720])
    })

    test('is reported by its driver, once, and the board is told', async () => {
      const [first, second] = [await driver(), await driver(0.2)]
      const id = await aboard(first)
      const [ride] = (await first.state())['services'] as { steps: string[] }[]
      expect(ride?.steps).toContain('breakdown')
      await step(first, id, 'breakdown', {
        reason: 'accident',
        notes: 'Choque leve',
        lat: FROM.lat + 0.002,
        lng: FROM.lng,
      })
      await step(first, id, 'breakdown', { reason: 'accident' })
      expect((await second.post(`services/${id}/breakdown`, { reason: 'accident' })).status).toBe(404)
      expect((await first.post(`services/${id}/breakdown`, { reason: 'flat' })).status).toBe(422)
      await at.phase(id, 'not_assigned')
      const { warnings } = (await at.get('operator', 'dispatcher/alerts')).body as unknown as {
        warnings: { id_service: number; kind: string }[]
      }
      expect(warnings).toContainEqual(expect.objectContaining({ id_service: id, kind: 'handover' }))
      expect(await item(id)).toMatchObject({ handover_lat: expect.closeTo(FROM.lat + 0.002, 6) })
      const jobs = (await at.get('operator', 'dispatcher/jobs')).body as unknown as {
        items: { id: number; handed_over: number; org_lat: number }[]
      }
      expect(jobs.items.find((one) => one.id === id)).toMatchObject({
        handed_over: 1,
        org_lat: expect.closeTo(FROM.lat + 0.002, 6),
      })
      expect(await legs(id)).toMatchObject([
        { id_driver: first.id, reason_obj: { id: 'accident' }, notes: 'Choque leve' },
      ])
    })
  })

  describe('a handover', () => {
    test('is undone: the first driver has passenger and ride again, and works', async () => {
      const [first, second] = [await driver(), await driver()]
      const id = await aboard(first)
      const columns = async () =>
        (
          await sql<{
            row: JsonObject
          }>`select to_jsonb(s) - 'version' - 'date_updated' - 'undo' as row from services s where id = ${id}`.execute(
            db(),
          )
        ).rows[0]!.row
      for (const to of [second, null]) {
        const before = await columns()
        const answer = await handOver(id, first, to)
        expect(answer.status, answer.text).toBe(200)
        const { version } = answer.body['item'] as unknown as DispatcherService
        later(5)
        const undone = await at.post('dispatcher/undo', { id_service: id, version })
        expect([undone.status, undone.body['msg']], undone.text).toEqual([200, 'El viaje sigue con su conductor.'])
        expect(await columns()).toEqual(before)
        expect(await legs(id)).toEqual([])
        expect(await first.state()).toMatchObject({ services: [{ id, state: 'started' }], shift: { state: 'busy' } })
        expect(await second.state()).toMatchObject({ services: [], offer: null })
      }
      await step(first, id, 'finish')
    })

    test('is refused where nobody is aboard, of a route, by who may not, and to the same car', async () => {
      const [first, second] = [await driver(), await driver()]
      const early = (await at.make({ after: 'none' })).id
      await given(early, second)
      // Nor is whoever has a ride offered for it.
      expect((await at.candidates(early)).map(({ id_driver }) => id_driver)).not.toContain(second.id)
      expect((await handOver(early, second, first)).status).toBe(409)
      await at.post('dispatcher/removeVehicle', { id_service: early })
      const id = await aboard(first)
      expect((await handOver(id, second, null)).text).toContain('Chofer')
      expect((await handOver(id, first, first)).status).toBe(422)
      expect((await handOver(id, first, second, { reason: 'none' })).status).toBe(422)
      expect(
        (
          await at.server.call('reader', 'POST', 'dispatcher/handOver', {
            id_service: id,
            id_driver: first.id,
            reason: 'other',
          })
        ).status,
      ).toBe(403)
      expect(
        (
          await at.server.call('companyA', 'POST', 'dispatcher/handOver', {
            id_service: id,
            id_driver: first.id,
            reason: 'other',
          })
        ).status,
      ).toBe(403)
      const grouping = await at.put('groupings', { name: 'Ruta', date: '2026-11-21' }).catch(() => null)
      if (grouping !== null) {
        await at.server.database.transaction((tx) =>
          tx.updateTable('services').set({ id_grouping: grouping }).where('id', '=', id).execute(),
        )
        expect((await handOver(id, first, second)).text).toContain('ruta')
        await at.server.database.transaction((tx) =>
          tx.updateTable('services').set({ id_grouping: null }).where('id', '=', id).execute(),
        )
      }
      expect(await item(id)).toMatchObject({ state: 'started', id_driver: first.id })
    })

    test('costs its client nothing when the house ends the ride there, who cannot do so alone; nobody is owed anything', async () => {
      const [first, second] = [await driver(), await driver()]
      const id = await aboard(first, { id_payment: at.id['credit']!, id_client: at.id['beto']! })
      expect((await handOver(id, first, second)).status).toBe(200)
      later(600)
      const cost = (await at.get('operator', 'dispatcher/cancelCost', { id_service: id })).body
      expect(cost['price_cancel']).toBe(0)
      const own = await at.server.call('companyA', 'POST', 'dispatcher/cancelService', { id_service: id })
      expect([own.status, own.text.includes('El viaje ya empezó')], own.text).toEqual([409, true])
      expect(
        (await at.post('dispatcher/cancelService', { id_service: id, cancel_code: 'vehicle' })).body['price_cancel'],
      ).toBe(0)
      expect([await itemsOf(id), (await legs(id)).map(({ amount }) => amount ?? 0)]).toEqual([[], [0]])
      // Who cancelled and why stands on the ride's page, too.
      expect((await at.get('operator', `services/${id}/history`)).body['canceled']).toEqual({
        by: 'Operador',
        reason: 'Problema del vehículo o del conductor',
      })
      expect(await second.state()).toMatchObject({ services: [] })
    })

    test('is told by text to whoever waits, once, when somebody comes', async () => {
      const work = () =>
        handoverTextsJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
      for (const [key, value] of Object.entries({
        url_console: 'https://viajes.example/',
        sms_url: 'https://textos.example',
      })) {
        await at.server.database.transaction((tx) => tx.deleteFrom('settings').where('key', '=', key).execute())
        await at.put('settings', { key, value: JSON.stringify(value) })
      }
      at.server.runtime.changed('settings')
      const [first, second] = [await driver(), await driver()]
      const id = await aboard(first)
      const texts = async () =>
        await db()
          .selectFrom('deliveries')
          .select(['body', 'recipient'])
          .where('id_target', '=', String(id))
          .where('effect', 'like', 'services.handover_text%')
          .execute()
      await work()
      expect(await texts()).toEqual([])
      expect((await handOver(id, first, second)).status).toBe(200)
      await Promise.all([work(), work()])
      await work()
      const [sent, ...more] = await texts()
      expect([sent?.['recipient'], more]).toEqual(['Ana · 987654321', []])
      expect(String(sent?.['body'])).toMatch(
        /otro conductor sigue su viaje\. Chofer\d+, ABC-\d+, va a recogerlo donde está\. Sígalo aquí: https:\/\/viajes\.example\/tracking\//,
      )
    })

    test('of two at once is done once: never two drivers, never two rides, and an end stays an end', async () => {
      for (let round = 0; round < 6; round++) {
        await at.clear()
        const [first, other, second, third] = [await driver(), await driver(), await driver(), await driver()]
        const id = await aboard(first)
        const [one, two] = await Promise.all([handOver(id, first, second), handOver(id, first, third)])
        expect([one.status, two.status].sort(), `${one.text} ${two.text}`).toEqual([200, 409])
        expect((await item(id)).id_driver).toBe(one.status === 200 ? second.id : third.id)
        expect(await legs(id)).toHaveLength(1)
        const free = one.status === 200 ? third : second
        // Two passengers, one car that is free.
        const beside = await aboard(other)
        const fresh = await driver()
        const again = await aboard(fresh)
        const both = await Promise.all([handOver(beside, other, free), handOver(again, fresh, free)])
        expect(both.map(({ status }) => status).sort(), both.map(({ text }) => text).join(' ')).toEqual([200, 409])
        const {
          rows: [busy],
        } = await sql<{
          n: number
        }>`select count(*)::int as n from services where id_driver = ${free.id} and state = 'accepted'`.execute(db())
        expect(busy?.n).toBe(1)
        const [left, whose] = both[0].status === 200 ? [again, fresh] : [beside, other]
        const last = await driver()
        const race = await Promise.all([handOver(left, whose, last), whose.post(`services/${left}/finish`)])
        expect(
          race.filter(({ status }) => status === 200),
          race.map(({ text }) => text).join(' '),
        ).toHaveLength(1)
        expect((await item(left)).state).toBe(race[0].status === 200 ? 'accepted' : 'finalized')
      }
    })
  })
})

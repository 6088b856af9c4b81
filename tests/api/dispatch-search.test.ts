import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  let names = 0
  /** Accounts are unique; the name people see is too. */
  const named = (name: string) => `${name}${names++}`

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })
  afterEach(() => at.clear())

  describe('a service on air', () => {
    test('asks the nearest, after a refusal the next, and goes to the one who accepts, with nobody looking on', async () => {
      const [near, far] = [named('Cerca'), named('Lejos')]
      const second = await at.standing(far, 0.006)
      const first = await at.standing(near, 0.002)
      const { id } = await at.onAir()
      const asked = await at.asks(id, near)
      expect(asked).toMatchObject({
        manual: 0,
        id_vehicle: first.vehicle,
        date_deadline: new Date(NOON.getTime() + 30_000).toISOString(),
      })
      expect((await at.answer(first, asked.id, 'reject')).status).toBe(200)
      const next = await at.asks(id, far)
      expect((await at.status(id)).asked).toBe(2)
      expect((await at.answer(second, next.id, 'accept')).status).toBe(200)
      const done = await at.status(id)
      expect(done).toMatchObject({
        phase: 'assigned',
        told: `${far} Chofer aceptó el servicio`,
        item: { state: 'accepted', id_driver: second.id, id_vehicle: second.vehicle },
      })
      const { body } = await at.get('operator', 'dispatcher/offers', { id_service: id })
      expect(
        (body['items'] as { state: string; reason_text: string }[]).map(({ state, reason_text }) => [
          state,
          reason_text.split(':')[0],
        ]),
      ).toEqual([
        ['accepted', 'El más cercano'],
        ['rejected', 'El más cercano'],
      ])
    })

    test('goes on to the next when time is over, and waits in sight with an alert when none remains', async () => {
      const name = named('Callado')
      const driver = await at.standing(name, 0.002)
      const { id } = await at.onAir()
      const { id: offer } = await at.asks(id, name)
      later(31)
      const none = await at.phase(id, 'not_assigned')
      expect(none).toMatchObject({ told: `${name} Chofer no aceptó el servicio`, item: { state: 'unassigned' } })
      const { body, status } = await at.answer(driver, offer, 'accept')
      expect([status, body['msg']]).toEqual([409, 'El tiempo para responder terminó.'])
      const alerts = await at.get('operator', 'dispatcher/alerts')
      expect(alerts.body['unassigned']).toEqual([expect.objectContaining({ id, keep_searching: 0 })])
    })

    test('is not searched for until somebody chooses to wait; then whoever let it pass is asked again after a while, and others at once', async () => {
      const name = named('Callado')
      const first = await at.standing(name, 0.002)
      const { id } = await at.onAir()
      await at.asks(id, name)
      later(31)
      await at.phase(id, 'not_assigned')
      const other = named('Nuevo')
      await at.standing(other, 0.004)
      await at.wake()
      expect((await at.status(id)).phase).toBe('not_assigned')
      const { body, status } = await at.post('dispatcher/waitDriver', { id_service: id })
      expect([status, (body['status'] as { item: { keep_searching: number } }).item.keep_searching]).toEqual([200, 1])
      await at.asks(id, other)
      later(31)
      await at.phase(id, 'waiting')
      expect((await at.get('operator', 'dispatcher/alerts')).body['unassigned']).toEqual([
        expect.objectContaining({ id, keep_searching: 1 }),
      ])
      later(600)
      await at.place(first, 0.002)
      later(20)
      const again = await at.asks(id, name)
      expect(again.state).toBe('pending')
    })

    test('whose operator waits is offered to a driver who comes free', async () => {
      const name = named('Ocupado')
      const driver = await at.standing(name, 0.002)
      const first = await at.make()
      expect(
        (await at.post('dispatcher/assignVehicle', { id_service: first.id, id_vehicle: driver.vehicle })).status,
      ).toBe(200)
      const { id } = await at.onAir()
      await at.phase(id, 'not_assigned')
      await at.post('dispatcher/waitDriver', { id_service: id })
      expect((await at.status(id)).phase).toBe('waiting')
      // By the time that two others have been looked for in vain, one after the other, this one has been tried.
      for (let i = 0; i < 2; i++) await at.phase((await at.onAir()).id, 'not_assigned')
      expect((await at.post('dispatcher/cancelService', { id_service: first.id })).status).toBe(200)
      await at.asks(id, name)
    })

    test('for which nobody has decided stands before those whose operator waits, however long these do', async () => {
      const waited = await at.onAir()
      await at.phase(waited.id, 'not_assigned')
      await at.post('dispatcher/waitDriver', { id_service: waited.id })
      later(5)
      const fresh = await at.onAir()
      await at.phase(fresh.id, 'not_assigned')
      const { body } = await at.get('operator', 'dispatcher/alerts')
      expect((body['unassigned'] as { id: number }[]).map(({ id }) => id)).toEqual([fresh.id, waited.id])
    })

    test("is nobody's to offer once the operator who waited calls the search off, or asks one driver directly", async () => {
      const [name, other] = [named('Llamado'), named('Otro')]
      const { id } = await at.onAir()
      const waited = async () => {
        await at.phase(id, 'not_assigned')
        await at.post('dispatcher/waitDriver', { id_service: id })
      }
      const called = async () => (await at.post('dispatcher/removeVehicle', { id_service: id })).body['item']
      const off = { state: 'unassigned', keep_searching: 0 }
      await waited()
      expect(await called()).toMatchObject(off)
      await waited()
      const driver = await at.standing(name, 0.002)
      await at.wake()
      await at.asks(id, name)
      expect(await called()).toMatchObject(off)
      await waited()
      const alone = await at.standing(other, 0.03)
      await at.wake()
      // Whoever was called back is near and free, and is asked again.
      await at.asks(id, name)
      expect((await at.post('dispatcher/requestVehicle', { id_service: id, id_vehicle: alone.vehicle })).status).toBe(
        200,
      )
      const offer = await at.asks(id, other)
      await at.answer(alone, offer.id, 'reject')
      expect((await at.phase(id, 'not_assigned')).offer?.id).toBe(offer.id)
      expect(driver.id).not.toBe(alone.id)
    })

    test('whose wait finds nobody is an alert again', async () => {
      const { id } = await at.onAir()
      await at.phase(id, 'not_assigned')
      await at.post('dispatcher/waitDriver', { id_service: id })
      later(3600)
      await at.phase(id, 'not_assigned')
    })

    test('is not offered to a driver who pauses meanwhile, and the pause is not taken as a refusal', async () => {
      const name = named('Pausa')
      const driver = await at.standing(name, 0.002)
      const { id } = await at.onAir()
      await at.asks(id, name)
      expect((await driver.post('shift/pause')).status).toBe(200)
      await at.phase(id, 'not_assigned')
      expect((await driver.post('shift/resume')).status).toBe(200)
      await at.post('dispatcher/requestVehicle', { id_service: id })
      await at.asks(id, name)
    })
  })

  test('whoever refuses a second time is left in peace a second time', async () => {
    const name = named('Terco')
    const driver = await at.standing(name, 0.002)
    const { id } = await at.onAir()
    for (let i = 0; i < 2; i++) {
      await at.answer(driver, (await at.asks(id, name)).id, 'reject')
      await at.phase(id, 'not_assigned')
      if (i > 0) break
      later(601)
      await at.place(driver, 0.002)
      await at.post('dispatcher/requestVehicle', { id_service: id })
    }
    await at.post('dispatcher/requestVehicle', { id_service: id })
    expect((await at.phase(id, 'not_assigned')).offer).toMatchObject({ state: 'rejected' })
    expect((await at.candidates(id)).find((one) => one.id === driver.vehicle)).toMatchObject({
      rank: null,
      reason: 'rejected_before',
    })
  })

  test('a service that its driver gives back goes to another driver, and not to the same one before they have cooled down', async () => {
    const [first, second] = [named('Devuelve'), named('Sigue')]
    const driver = await at.standing(first, 0.002)
    const asked = await at.onAir()
    await at.answer(driver, (await at.asks(asked.id, first)).id, 'accept')
    const given = await at.make()
    expect((await driver.post(`services/${asked.id}/release`, { reason: 'Llanta' })).status).toBe(200)
    await at.phase(asked.id, 'not_assigned')
    expect(
      (await at.post('dispatcher/assignVehicle', { id_service: given.id, id_vehicle: driver.vehicle })).status,
    ).toBe(200)
    expect((await driver.post(`services/${given.id}/release`)).status).toBe(200)
    await at.phase(given.id, 'not_assigned')
    for (const { id } of [asked, given]) {
      const [found] = (await at.candidates(id)).filter((one) => one.id === driver.vehicle)
      expect([found?.rank, found?.reason]).toEqual([null, 'rejected_before'])
    }
    await at.standing(second, 0.006)
    await at.post('dispatcher/requestVehicle', { id_service: asked.id })
    await at.asks(asked.id, second)
  })

  describe('an operator', () => {
    test('who chooses a driver asks that driver alone: if they decline, the service waits for the operator', async () => {
      const [chosen, near] = [named('Elegido'), named('Cercano')]
      const driver = await at.standing(chosen, 0.006)
      await at.standing(near, 0.001)
      const { id } = await at.make()
      const ask = () => at.post('dispatcher/requestVehicle', { id_service: id, id_vehicle: driver.vehicle })
      expect((await ask()).status).toBe(200)
      const offer = await at.asks(id, chosen)
      expect(offer.manual).toBe(1)
      expect((await ask()).status).toBe(200)
      expect((await at.status(id)).offer?.id).toBe(offer.id)
      await at.answer(driver, offer.id, 'reject')
      const { told, offer: last } = await at.phase(id, 'not_assigned')
      expect([told, last?.id]).toEqual([`${chosen} Chofer no aceptó el servicio`, offer.id])
    })

    test('calls a request back, and the driver is told so', async () => {
      const name = named('Retirado')
      const driver = await at.standing(name, 0.002)
      const { id } = await at.onAir()
      const offer = await at.asks(id, name)
      expect((await at.post('dispatcher/removeVehicle', { id_service: id })).body['item']).toMatchObject({
        state: 'unassigned',
      })
      const { status, body } = await at.answer(driver, offer.id, 'accept')
      expect([status, body['msg']]).toEqual([409, 'La solicitud fue retirada.'])
    })

    test('gives a service to one driver, to another only knowing of the first, and each is free again afterwards', async () => {
      const [ana, luis] = [await at.standing(named('Ana'), 0.002), await at.standing(named('Luis'), 0.002)]
      const { id } = await at.make()
      const give = (vehicle: number, more = {}) =>
        at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: vehicle, ...more })
      expect((await give(ana.vehicle)).status).toBe(200)
      expect((await give(ana.vehicle)).status).toBe(200)
      const refused = await give(luis.vehicle)
      expect([refused.status, refused.body['id_driver']]).toEqual([409, ana.id])
      expect((await give(luis.vehicle, { replaces: ana.id })).body['item']).toMatchObject({
        id_driver: luis.id,
        state: 'accepted',
      })
      const other = await at.make()
      const taken = await at.post('dispatcher/assignVehicle', { id_service: other.id, id_vehicle: luis.vehicle })
      expect([taken.status, taken.body['msg']]).toEqual([409, 'El conductor ya tiene un servicio en curso.'])
      expect(
        (await at.post('dispatcher/assignVehicle', { id_service: other.id, id_vehicle: ana.vehicle })).status,
      ).toBe(200)
      expect((await at.post('dispatcher/removeVehicle', { id_service: id })).body['item']).toMatchObject({
        state: 'unassigned',
        id_driver: null,
      })
      expect(await luis.state()).toMatchObject({ shift: { state: 'online' }, services: [] })
    })

    test('sees who would be asked in which order, and why the others would not', async () => {
      const near = await at.standing(named('Cerca'), 0.002)
      const next = await at.standing(named('Sigue'), 0.005)
      const far = await at.standing(named('Lejos'), 0.04)
      const paused = await at.standing(named('Pausa'), 0.003)
      const busy = await at.standing(named('Ocupado'), 0.003)
      const small = await at.standing(named('Chico'), 0.003, { capacity_1: 1 })
      const old = await at.standing(named('Mudo'), 0.003)
      const away = await at.standing(named('Fuera'), 0.003)
      await paused.post('shift/pause')
      await away.post('shift/end')
      const ride = await at.make()
      expect(
        (await at.post('dispatcher/assignVehicle', { id_service: ride.id, id_vehicle: busy.vehicle })).status,
      ).toBe(200)
      await at.server.database.transaction((tx) =>
        tx
          .updateTable('vehicle_positions')
          .set({ date_fix: new Date(now.getTime() - 300_000).toISOString() })
          .where('id_vehicle', '=', old.vehicle)
          .execute(),
      )
      const { id } = await at.make({ capacity_1: 3 })
      const found = new Map((await at.candidates(id)).map((one) => [one.id, one]))
      const told = [near, next, far, paused, busy, small, old, away].map(({ vehicle }) => [
        found.get(vehicle)?.rank,
        found.get(vehicle)?.reason,
      ])
      expect(told).toEqual([
        [1, 'nearest'],
        [2, 'next_nearest'],
        [null, 'too_far'],
        [null, 'paused'],
        [null, 'busy'],
        [null, 'too_small'],
        [null, 'old_position'],
        [null, 'no_shift'],
      ])
      expect(found.get(old.vehicle)?.reason_text).toBe('Su última posición es de hace 5 min.')
      expect(found.get(near.vehicle)?.duration).toBeGreaterThan(0)
    })
  })
})

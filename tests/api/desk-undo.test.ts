import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let other: Person
  let now = NOON
  let names = 0
  const later = (s: number): void => {
    now = new Date(now.getTime() + s * 1000)
  }

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    other = await personApp(at, 'segunda', { type_user: '1' }, { name: 'Segunda', rights: 'all' })
  })
  beforeEach(() => {
    now = NOON
  })

  const phone = (name: string): Promise<Phone> => at.atWork(`${name}${names++}`)
  const post = (path: string, input: JsonObject) => at.server.call('operator', 'POST', `dispatcher/${path}`, input)
  const done = async (path: string, input: JsonObject): Promise<DispatcherService> => {
    const { status, body, text } = await post(path, input)
    expect(status, text).toBe(200)
    return body['item'] as unknown as DispatcherService
  }
  const undo = ({ id, version }: { id: number; version: number }) => post('undo', { id_service: id, version })
  const item = async (id: number): Promise<DispatcherService> =>
    (await at.get('operator', 'dispatcher/form', { id })).body['item'] as unknown as DispatcherService
  const columns = async (id: number): Promise<JsonObject> => {
    const {
      rows: [row],
    } = await sql<{
      row: JsonObject
    }>`select to_jsonb(s) - 'version' - 'date_updated' - 'undo' as row from services s where id = ${id}`.execute(
      at.server.database.db,
    )
    return row!.row
  }
  const lines = async (id: number) =>
    await at.server.database.db
      .selectFrom('logs')
      .select(['type_log', 'note'])
      .where('target', '=', 'services')
      .where('id_target', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  test('an assignment is taken back: the ride is as it was, its driver is free again, and the log says who undid what', async () => {
    const { id } = await at.make()
    const rosa = await phone('Rosa')
    const before = await columns(id)
    const assigned = await done('assignVehicle', { id_service: id, id_vehicle: rosa.vehicle })
    later(29)
    const undone = await undo(assigned)
    expect(undone.body['msg'], undone.text).toBe('Asignación deshecha.')
    expect(await columns(id)).toEqual(before)
    expect(await lines(id)).toMatchObject({ type_log: 'service_undo', note: 'la asignación' })
    expect(await rosa.state()).toMatchObject({ services: [] })
    const shift = await at.server.database.db
      .selectFrom('driver_shifts')
      .select('state')
      .where('id_driver', '=', rosa.id)
      .where('state', '<>', 'closed')
      .executeTakeFirstOrThrow()
    expect(shift['state']).toBe('online')
  })

  test('a driver who was replaced, or taken off on the way, has the ride again as they had it', async () => {
    const { id } = await at.make()
    const [first, second] = [await phone('Uno'), await phone('Dos')]
    await done('assignVehicle', { id_service: id, id_vehicle: first.vehicle })
    expect((await first.post(`services/${id}/onway`)).status).toBe(200)
    expect((await first.post(`services/${id}/waiting`)).status).toBe(200)
    const before = await columns(id)
    const stops = async () =>
      at.server.database.db
        .selectFrom('service_stops')
        .select(['id', 'date_reached', 'date_left'])
        .where('id_service', '=', id)
        .orderBy('id')
        .execute()
    const reached = await stops()
    later(5)
    const replaced = await done('assignVehicle', { id_service: id, id_vehicle: second.vehicle, replaces: first.id })
    expect(replaced.id_driver).toBe(second.id)
    expect((await undo(replaced)).status).toBe(200)
    expect(await columns(id)).toEqual(before)
    later(5)
    const { body } = await post('removeVehicle', { id_service: id })
    const off = body['item'] as unknown as DispatcherService
    // A list offers it by what the answer says.
    expect(body['undo']).toEqual({
      path: 'dispatcher/undo',
      send: { id_service: id, version: off.version },
      seconds: 30,
    })
    expect((await undo(off)).body['msg']).toBe('El servicio recuperó a su conductor.')
    expect([await columns(id), await stops()]).toEqual([before, reached])
  })

  test('a cancelled ride comes back with its driver and without its penalty, and only once', async () => {
    const { id } = await at.make()
    const rosa = await phone('Rosa')
    await done('assignVehicle', { id_service: id, id_vehicle: rosa.vehicle })
    later(600)
    const before = await columns(id)
    const { codes, msg } = (await at.get('operator', 'dispatcher/cancelCost', { id_service: id })).body as unknown as {
      codes: { id: string; name: string }[]
      msg: string
    }
    expect([codes.find((one) => one.id === 'wait')?.name, codes.length, msg]).toEqual([
      'El conductor demoraba',
      9,
      expect.stringContaining('4'),
    ])
    const canceled = await done('cancelService', { id_service: id, cancel_code: 'wait', reason: 'No llegó' })
    const {
      rows: [kept],
    } = await sql<JsonObject>`select cancel_by, cancel_code, cancel_reason from services where id = ${id}`.execute(
      at.server.database.db,
    )
    expect(kept).toEqual({ cancel_by: 'operator', cancel_code: 'wait', cancel_reason: 'No llegó' })
    expect((await post('cancelService', { id_service: id, cancel_code: 'mood' })).status).toBe(422)
    expect(canceled.price_cancel).toBeGreaterThan(0)
    const [one, two] = await Promise.all([undo(canceled), undo(canceled)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    expect((one.status === 409 ? one : two).text).toContain(
      'No se deshizo: el servicio cambió después (usted: Deshizo).',
    )
    expect(await columns(id)).toEqual(before)
    expect(await rosa.state()).toMatchObject({ services: [{ id }] })
  })

  test('the promotion of a ride that comes back counts again', async () => {
    const promotion = await at.put('promotions', { name: 'Diez', code: 'DIEZ', type_benefit: '2', amount: '1' })
    const { id } = await at.make()
    const { id_fare } = await at.server.database.db
      .selectFrom('services')
      .select('id_fare')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await at.put('promotion_uses', {
      id_promotion: promotion,
      id_client: at.id['ana']!,
      id_fare: Number(id_fare),
      amount: '1',
    })
    const uses = async () =>
      (
        await at.server.database.db
          .selectFrom('promotion_uses')
          .select('id')
          .where('id_fare', '=', Number(id_fare))
          .where('date_deleted', 'is', null)
          .execute()
      ).length
    const canceled = await done('cancelService', { id_service: id })
    expect(await uses()).toBe(0)
    expect((await undo(canceled)).status).toBe(200)
    expect(await uses()).toBe(1)
  })

  test('where the driver has another ride by then, a cancelled one comes back without them, and no assignment is undone onto them', async () => {
    const [{ id }, next] = [await at.make(), await at.make()]
    const rosa = await phone('Rosa')
    await done('assignVehicle', { id_service: id, id_vehicle: rosa.vehicle })
    const canceled = await done('cancelService', { id_service: id })
    await done('assignVehicle', { id_service: next.id, id_vehicle: rosa.vehicle })
    const undone = await undo(canceled)
    expect(undone.body['msg'], undone.text).toContain('queda sin conductor')
    expect(await item(id)).toMatchObject({ state: 'unassigned', id_driver: null, date_accepted: null })
    const off = await done('removeVehicle', { id_service: next.id })
    await done('assignVehicle', { id_service: id, id_vehicle: rosa.vehicle })
    const refused = await undo(off)
    expect([refused.status, (await item(next.id)).state]).toEqual([409, 'unassigned'])
  })

  test('one that was paid ahead stays cancelled, for its money goes back', async () => {
    const { id } = await at.make()
    await at.put('payments', {
      id_client: at.id['ana']!,
      id_service: id,
      amount: '12',
      state: 'paid',
      date_expires: NOON.toISOString(),
    })
    const refused = await undo(await done('cancelService', { id_service: id }))
    expect([refused.status, refused.text.includes('el dinero se devuelve'), (await item(id)).state]).toEqual([
      409,
      true,
      'canceled',
    ])
  })

  test('a booking comes back with the driver who had it', async () => {
    const booking = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-21T22:00:00.000Z'] })
    const rosa = await phone('Rosa')
    await done('assignVehicle', { id_service: booking.id, id_vehicle: rosa.vehicle })
    const before = await columns(booking.id)
    expect((await undo(await done('cancelService', { id_service: booking.id }))).status).toBe(200)
    expect(await columns(booking.id)).toEqual(before)
  })

  test('what somebody else has done since stays, and whoever is late, or did not do it, is told so', async () => {
    const { id } = await at.make()
    const rosa = await phone('Rosa')
    const assigned = await done('assignVehicle', { id_service: id, id_vehicle: rosa.vehicle })
    expect((await other.post('dispatcher/undo', { id_service: id, version: assigned.version })).text).toContain(
      'Solo quien lo hizo',
    )
    expect((await rosa.post(`services/${id}/onway`)).status).toBe(200)
    const after = await undo(assigned)
    expect(after.status).toBe(409)
    expect(after.text).toMatch(/No se deshizo: el servicio cambió después \(Rosa\d+ Chofer: .+\)/)
    expect((await item(id)).state).toBe('onway')
    const off = await done('removeVehicle', { id_service: id })
    expect((await other.post('dispatcher/cancelService', { id_service: id })).status).toBe(200)
    const lost = await undo(off)
    expect([lost.status, lost.text.includes('segunda')]).toEqual([409, true])
    const late = await done('cancelService', { id_service: (await at.make()).id })
    later(40)
    const tooLate = await undo(late)
    expect([tooLate.status, tooLate.text.includes('30 s')]).toEqual([409, true])
  })

  test('each kind is refused once a second operator has changed the ride; of both at once one counts', async () => {
    const [mine, theirs] = [await phone('Mia'), await phone('Suya')]
    const give = (id: number, { vehicle }: Phone) => ({ id_service: id, id_vehicle: vehicle })
    const own =
      (path: string, of: (id: number) => JsonObject = (id) => ({ id_service: id })) =>
      (id: number) =>
        done(path, of(id))
    const second = (path: string, of: (id: number) => JsonObject) => (id: number) =>
      other.post(`dispatcher/${path}`, of(id))
    const after =
      (first: (id: number) => Promise<unknown>, deed: (id: number) => Promise<DispatcherService>) => (id: number) =>
        first(id).then(() => deed(id))
    const words = async (id: number) => {
      const { stops, version } = (await at.get('operator', `services/${id}/stopsForm`)).body as unknown as {
        stops: { id: number }[]
        version: number
      }
      return other.post(`services/${id}/stopsCreate`, {
        version,
        stops: stops.map((stop) => ({ id: stop.id, notes: 'Otra puerta' })),
      })
    }
    const [assign, unassign] = [own('assignVehicle', (id) => give(id, mine)), own('removeVehicle')]
    const kinds = {
      assign: {
        deed: assign,
        next: second('assignVehicle', (id) => ({ ...give(id, theirs), replaces: mine.id })),
        races: true,
      },
      unassign: { deed: after(assign, unassign), next: second('assignVehicle', (id) => give(id, theirs)), races: true },
      'call back': {
        deed: after((id) => post('requestVehicle', { id_service: id }), unassign),
        next: second('requestVehicle', (id) => ({ id_service: id })),
        races: false,
      },
      cancel: { deed: own('cancelService'), next: words, races: false },
    }
    for (const [kind, { deed, next, races }] of Object.entries(kinds)) {
      for (const together of races ? [false, true] : [false]) {
        const { id } = await at.make()
        const was = await deed(id)
        const begun = next(id)
        if (!together) await begun
        const [back, changed] = await Promise.all([undo(was), begun])
        const what = `${kind}, ${together ? 'at once' : 'since'}: ${back.text} ${changed.text}`
        // An assignment that is undone first leaves nobody to take off.
        const both = kind === 'assign' && back.status === 200 ? [200, 200] : [200, 409]
        expect([back.status, changed.status].sort(), what).toEqual(both)
        if (!together) expect([back.status, back.text.includes('(segunda ')], what).toEqual([409, true])
        const { state, id_driver } = await item(id)
        if (races && changed.status === 200) expect(id_driver, what).toBe(theirs.id)
        if (state !== 'canceled') await done('cancelService', { id_service: id, free: 1 })
      }
    }
  })

  test('a client undoes nothing of the house, and an operator of another branch finds no such ride', async () => {
    const { id } = await at.make({ id_client: at.id['beto']! })
    const canceled = await done('cancelService', { id_service: id })
    expect(
      (await at.server.call('companyA', 'POST', 'dispatcher/undo', { id_service: id, version: canceled.version }))
        .status,
    ).toBe(403)
    expect((await undo(canceled)).status).toBe(200)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { PastBoard, PastRide } from '../../custom/past/model/board-call'
import { putPastFixes } from '../../custom/fleet/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { pointAt } from './whole-app'
import { personApp } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MIN_MS = 60_000

oneEngine((_engine, open) => {
  let at: ServicesApp
  let far: number
  let now = NOON
  let juan: { readonly id: number; readonly vehicle: number }
  const later = (minutes: number): void => {
    now = new Date(NOON.getTime() + minutes * MIN_MS)
  }
  const moment = (minutes: number): string => new Date(NOON.getTime() + minutes * MIN_MS).toISOString()
  const board = async (
    minutes: number,
    query: JsonObject = {},
    role: Parameters<ServicesApp['get']>[0] = 'operator',
  ) => {
    const { status, body, text } = await at.get(role, 'past/board', { at: moment(minutes), ...query })
    expect(status, text).toBe(200)
    return body as unknown as PastBoard
  }
  const told = ({ items }: PastBoard) =>
    items.map(({ id, state, dr_name, ve_plate, logged }: PastRide) => ({ id, state, dr_name, ve_plate, logged }))
  let taken: number
  let old: number

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
    far = await at.put('branches', { name: 'Tacna', timezone: 'America/Lima' })
    juan = await at.driver('Juan')
    // A ride that somebody gave to Juan by hand at +10, took back at +20, and called off at +30: the server's own
    // moves, with their lines in the log.
    const made = await at.make()
    taken = made.id
    later(10)
    const given = await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', {
      id_service: taken,
      id_vehicle: juan.vehicle,
    })
    expect(given.status, given.text).toBe(200)
    later(20)
    const off = await at.server.call('operator', 'POST', 'dispatcher/removeVehicle', { id_service: taken })
    expect(off.status, off.text).toBe(200)
    later(30)
    const ended = await at.server.call('operator', 'POST', 'dispatcher/cancelService', {
      id_service: taken,
      cancel_code: 'plans',
    })
    expect(ended.status, ended.text).toBe(200)
    // One of another branch that no log knows: taken at +5, aboard at +15, over at +25; and its driver's shift, with
    // two positions.
    const { id: id_driver, vehicle } = await at.driver('Luz')
    await at.server.database.transaction((tx) =>
      tx.updateTable('vehicles').set({ id_branch: far }).where('id', '=', vehicle).execute(),
    )
    old = await at.put('services', {
      state: 'finalized',
      outcome: 'finalized',
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_branch: far,
      org_point: pointAt(-12.1, -77.03),
      id_driver,
      id_vehicle: vehicle,
      date_created: moment(1),
      date_requested: moment(1),
      date_accepted: moment(5),
      date_onway: moment(5),
      date_waiting: moment(12),
      date_started: moment(15),
      date_finalized: moment(25),
    })
    await at.put('driver_shifts', {
      id_driver,
      id_vehicle: vehicle,
      state: 'closed',
      date_start: moment(-60),
      date_end: moment(28),
    })
    const fix = {
      id_driver,
      id_vehicle: vehicle,
      id_service: null,
      course: 90,
      speed: 20,
      battery_level: null,
      mode: null,
      accuracy: null,
    }
    await putPastFixes(at.server.database, [
      { ...fix, lat: -12.1, lng: -77.03, date_fix: new Date(moment(4)) },
      { ...fix, lat: -12.2, lng: -77.04, date_fix: new Date(moment(16)) },
    ] as never)
    later(60)
  })

  describe('the board of a past moment', () => {
    test('has each ride as it stood then, by the log and, without one, by its own moments', async () => {
      expect(told(await board(-1))).toEqual([])
      const [first] = told(await board(3)).filter(({ id }) => id === taken)
      expect(first).toMatchObject({ dr_name: null, logged: 1 })
      expect(told(await board(3)).find(({ id }) => id === old)).toMatchObject({
        state: 'requested',
        dr_name: null,
        logged: 0,
      })
      expect(
        told(await board(12))
          .map(({ id, state, dr_name }) => [id, state, dr_name?.split(' ')[0]])
          .sort(),
      ).toEqual(
        [
          [taken, 'accepted', 'Juan'],
          [old, 'waiting', 'Luz'],
        ].sort(),
      )
      expect(told(await board(16)).find(({ id }) => id === old)).toMatchObject({ state: 'started' })
      expect(told(await board(22)).find(({ id }) => id === taken)).toMatchObject({
        state: 'unassigned',
        dr_name: null,
        ve_plate: null,
      })
      expect(told(await board(26)).map(({ id }) => id)).toEqual([taken])
      expect(told(await board(31))).toEqual([])
    })

    test('has the vehicles on shift where they were heard of last, with their ride, and says where that is not known', async () => {
      const luz = async (minutes: number) =>
        (await board(minutes)).vehicles.find(({ driver }) => driver?.startsWith('Luz'))
      expect(await luz(2)).toMatchObject({ lat: null, date_fix: null, id_service: null })
      expect(await luz(12)).toMatchObject({ lat: -12.1, lng: -77.03, date_fix: moment(4), id_service: old })
      expect(await luz(20)).toMatchObject({ lat: -12.2, id_service: old })
      expect(await luz(29)).toBeUndefined()
      expect(Date.parse((await board(20)).kept_from)).toBe(now.getTime() - 90 * 86_400_000)
    })

    test('is of one branch where it is asked for, of their own for those who belong to some, and for staff alone', async () => {
      expect(told(await board(16, { id_branch: far })).map(({ id }) => id)).toEqual([old])
      const tacna = await personApp(at, 'tacna', { type_user: '1', id_branch: far }, { name: 'Mesa', rights: 'all' })
      await at.put('user_branches', { id_user: tacna.id, id_branch: far })
      const { body } = await tacna.get('past/board', { at: moment(16) })
      const own = body as unknown as PastBoard
      expect([
        told(own).map(({ id }) => id),
        own.vehicles.map(({ driver }) => driver?.split(' ')[0]),
        own.branches.map(({ name }) => name),
      ]).toEqual([[old], ['Luz'], ['Tacna']])
      expect((await tacna.get('past/board', { at: moment(16), id_branch: at.id['lima']! })).status).toBe(422)
      for (const role of ['companyA', 'none'] as const)
        expect((await at.get(role, 'past/board', { at: moment(16) })).status).toBe(403)
    })

    test('is of no moment to come, and of none that is no moment', async () => {
      for (const when of [moment(61), 'ayer', '2026-13-40T00:00:00Z', '']) {
        const { status, body } = await at.get('operator', 'past/board', { at: when })
        expect([status, Object.keys(body['errors'] as JsonObject)], when).toEqual([422, ['at']])
      }
    })
  })
})

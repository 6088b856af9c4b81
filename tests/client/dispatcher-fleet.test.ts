import { describe, expect, test } from 'vitest'
import { ageOf, ageWords } from '../../custom/dispatcher/client/live/age-words'
import { renewedFleet, wholeFleet, withAvailability } from '../../custom/dispatcher/client/fleet/fleet'
import { vehicleMark } from '../../custom/dispatcher/client/fleet/vehicle-mark'
import { batteryTone } from '../../custom/dispatcher/model/battery'
import { fromColumns, toColumns } from '../../custom/dispatcher/model/vehicle-columns'
import type { LiveVehicle } from '../../custom/dispatcher/model/live-vehicle'

const vehicle = (id: number, more: Partial<LiveVehicle> = {}): LiveVehicle => ({
  id,
  id_user: id,
  us_name: 'Ana',
  us_surname: 'Ríos',
  us_rating_average: null,
  us_rating_count: 0,
  code: null,
  plate: `AAA-00${id}`,
  brand: 'Kia',
  model: 'Rio',
  year: 2020,
  icon: 'car',
  lat: -12.1,
  lng: -77,
  course: 0,
  availability: 'online',
  state_obj: { name: 'Conectado', color: '#000000' },
  date_fix: '2026-11-21T00:00:00.000Z',
  se_id: null,
  se_state_bj: null,
  se_dst_lat: null,
  se_dst_lng: null,
  connected_unwilling: 0,
  today_amount: 0,
  today_services: 0,
  vehicle_requesting: null,
  ...more,
})
const totals = { all: 2, online: 2, busy: 0, offline: 0 }

describe('the fleet', () => {
  const known = wholeFleet({ items: [vehicle(1), vehicle(2)], gone: [], totals, since: '' })

  test('is the same when it comes by keys, also where values are lacking', () => {
    const some = [
      vehicle(1),
      vehicle(2, {
        lat: null,
        lng: null,
        code: 'M2',
        se_state_bj: { id: 'onway', name: 'En camino', color: '#123456' },
      }),
      vehicle(3, { code: '' }),
      vehicle(4),
    ]
    for (const items of [[], some.slice(0, 1), some]) {
      expect(fromColumns(toColumns(items))).toEqual(items)
      expect(wholeFleet({ items: [], columns: toColumns(items), gone: [], totals, since: '' })).toEqual(
        wholeFleet({ items, gone: [], totals, since: '' }),
      )
    }
    const many = Array.from({ length: 200 }, (_, n) => vehicle(n))
    expect(toColumns(many).keys['state_obj']).toEqual({ of: [vehicle(1).state_obj], at: many.map(() => 0) })
  })

  test('an idle poll leaves the very same fleet, and other totals the very same list', () => {
    expect(renewedFleet(known, { items: [], gone: [], totals: { ...totals }, since: '' })).toBe(known)
    expect(renewedFleet(known, { items: [{ ...vehicle(1) }], gone: [9], totals, since: '' })).toBe(known)
    const counted = renewedFleet(known, { items: [], gone: [], totals: { ...totals, busy: 1 }, since: '' })
    expect(counted).toEqual({ vehicles: known.vehicles, totals: { ...totals, busy: 1 } })
    expect(counted.vehicles).toBe(known.vehicles)
  })

  test('changed ones take their place, new ones theirs by plate, and those gone leave', () => {
    const renewed = renewedFleet(known, {
      items: [vehicle(2, { availability: 'busy' }), vehicle(3, { plate: 'AAA-000' })],
      gone: [1],
      totals,
      since: '',
    })
    expect(renewed.vehicles.map(({ id, availability }) => [id, availability])).toEqual([
      [3, 'online'],
      [2, 'busy'],
    ])
    expect(withAvailability(renewed.vehicles, 'busy').map(({ id }) => id)).toEqual([2])
    expect(withAvailability(renewed.vehicles, null)).toBe(renewed.vehicles)
  })

  test('what has no place is not drawn; the older a place, the fainter', () => {
    const now = Date.parse('2026-11-21T00:00:00Z')
    expect(vehicleMark(vehicle(1, { lat: null }), now)).toBeNull()
    const fadeAfter = (minutes: number) => vehicleMark(vehicle(1, { icon: 'spaceship' }), now + minutes * 60_000)
    expect([0, 5, 30, 90].map((minutes) => fadeAfter(minutes)?.fade)).toEqual(['fresh', 'recent', 'old', 'lost'])
    expect(fadeAfter(0)?.shape).toBe('car')
  })

  test('ages are told in one unit, and a clock that runs ahead tells no future', () => {
    const say = (key: string, params?: { readonly [name: string]: string | number }) =>
      `${key.split('.').at(-1)} ${params?.['n'] ?? ''}`.trim()
    expect([2, 42, 61, 7200, 200_000].map((age) => ageWords(age, say))).toEqual(['now', 's 42', 'min 1', 'h 2', 'd 2'])
    expect(ageOf('2026-11-21T00:00:10Z', Date.parse('2026-11-21T00:00:00Z'))).toBe(0)
  })

  test('a battery is red at ten per cent and yellow at twenty-five', () => {
    expect([0, 10, 11, 25, 26, 100].map(batteryTone)).toEqual([
      'error',
      'error',
      'warning',
      'warning',
      'success',
      'success',
    ])
  })
})

import * as fc from '../fast-check'
import { expect, test } from 'vitest'
import {
  dateErrors,
  dateMs,
  movedAlong,
  nextDate,
  proposedAnew,
  withDate,
  withNextDay,
  withoutDate,
  withRepeats,
} from '../../custom/services/client/form/dates'
import { draftErrors, errorsOfDraft, panelOf, draftValueAt } from '../../custom/services/client/form/draft-errors'
import { cloneOf, serviceDraftOf, emptyDraft, type ServiceDraft } from '../../custom/services/client/form/draft'
import { passengersOf, priceForSeats, productFor, whenWith } from '../../custom/services/client/form/products'
import {
  datesRequest,
  productsRequest,
  sentStops,
  serviceInput,
  type SaveRequest,
} from '../../custom/services/client/form/service-request'
import {
  emptyStop,
  movedStop,
  noStops,
  placingAt,
  withMoreStops,
  withoutStop,
  withPlace,
  withStop,
  stopsWithTyped,
} from '../../custom/services/client/form/stops'
import { namedPlace } from '../../custom/services/client/form/use-favourites'
import { namedAddress } from '../../custom/services/client/place-name'
import { withWhen } from '../../custom/services/client/form/when'
import { nearestVehicles } from '../../custom/services/client/form/DriverPanel'
import { savingModes } from '../../custom/services/client/form/saving-modes'
import { rebasedDraft } from '../../custom/services/client/form/use-service-form'
import type { OfferedProduct } from '../../custom/fares/model/dispatcher-products-call'
import { ServiceInput } from '../../custom/services/model/service-input'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { Value } from 'typebox/value'

const NOW = Date.parse('2026-11-21T15:00:20.000Z')
const RULES = { optional_destination: false }
const ANA = {
  id: 7,
  name: 'Ana',
  surname: 'Ríos',
  phone: '999111222',
  id_company: null,
  co_name: null,
  ca_name: null,
  state: '1',
}
const HOME = { point: [-12.1, -77.03], address: 'Calle Uno 123', name: '' } as const
const WORK = { point: [-12.05, -77.0], address: 'Av. Dos 456', name: '' } as const

const trip = (change: Partial<ServiceDraft> = {}): ServiceDraft => ({
  ...emptyDraft(ANA),
  stops: withPlace(withPlace(noStops(), HOME, 10), WORK, 10),
  id_product: 1,
  id_payment: 2,
  ...change,
})

const product = (
  change: Partial<OfferedProduct> & { price?: number | null; error?: string | null } = {},
): OfferedProduct => {
  const { price = 20, error = null, ...rest } = change
  return {
    id: 1,
    name: 'Taxi',
    surname: null,
    bu_name: null,
    bu_icon: null,
    hide_price: 0,
    for_companies: 0,
    allow_service_inmediate: 1,
    allow_service_scheduled: 1,
    allow_stop_contact: 0,
    for_shared_service: 0,
    capacity_1: 4,
    accept_return: 1,
    min_time_to_schedule: 30,
    radius_of_request: null,
    ...rest,
    fare: {
      id_tarif: 3,
      price,
      price_toll: 0,
      price_promo: 0,
      price_saved: 0,
      tarif: { allow_edit_price_on_dispatcher: 1, keep_initial: 1 },
      currency: 'PEN',
      exponent: 2,
      lines: [],
      quote: 'proof',
      expires: null,
      error,
    },
  }
}

const saving = (change: Partial<SaveRequest> = {}): SaveRequest => ({
  edited: null,
  cloned: null,
  rules: RULES,
  product: product(),
  quote: 'proof',
  after: 'search',
  idempotency: 'k'.repeat(32),
  ...change,
})

test('the first date of a booking is as soon as the product may be booked and five minutes, on a whole minute; the next is an hour after the last', () => {
  expect(nextDate([], NOW, 30)).toBe('2026-11-21T15:36:00.000Z')
  expect(nextDate([], Date.parse('2026-11-21T15:00:00.000Z'), 0)).toBe('2026-11-21T15:05:00.000Z')
  expect(nextDate(['2026-11-22T10:00:00.000Z', '2026-11-21T23:30:00.000Z'], NOW, 30)).toBe('2026-11-22T00:30:00.000Z')
  // What was typed and is no date says nothing about the next one.
  expect(nextDate(['2026-11-22T10:00:00.000Z', 'mañana', null], NOW, 30)).toBe('2026-11-22T11:00:00.000Z')
})

test('switching to a booking seeds one date, back and forth keeps it', () => {
  const booked = { ...trip(), ...withWhen(trip(), 'booking', 30, NOW) }
  expect(booked).toMatchObject({ when: 'booking', dates: ['2026-11-21T15:36:00.000Z'] })
  expect({ ...booked, ...withWhen(booked, 'now', 30, NOW) }).toMatchObject({
    when: 'now',
    dates: ['2026-11-21T15:36:00.000Z'],
  })
  expect(withWhen({ ...booked, dates: ['2026-12-01T00:00:00.000Z'] }, 'booking', 30, NOW)).toEqual({ when: 'booking' })
})

test('dates that follow each other by the button are never wrong, however many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_080 }), fc.integer({ min: 1, max: 60 }), (minutes, count) => {
      const dates = Array.from({ length: count }).reduce<readonly (string | null)[]>(
        (all) => withDate(all, NOW, minutes, 60),
        [],
      )
      expect(dates).toHaveLength(count)
      expect(dateErrors(dates, NOW, minutes)).toEqual([])
      expect(dates.map(dateMs)).toEqual(dates.map(dateMs).sort((a, b) => Number(a) - Number(b)))
    }),
    { numRuns: 60 },
  )
  expect(withDate(Array<string>(60).fill('2026-12-01T00:00:00.000Z'), NOW, 0, 60)).toHaveLength(60)
  expect(withoutDate(['2026-12-01T00:00:00.000Z'], 0)).toHaveLength(1)
})

test('days of the week repeat a booking at its clock, over a change of clocks too, each once and never more than may be', () => {
  const first = '2026-10-22T10:30:00.000Z'
  const rule = { days: [4, 1], weeks: 2, zone: 'Europe/Madrid', max: 60 }
  // A Thursday at half past twelve; on the 25th the clocks go back.
  const dates = withRepeats([first], rule)
  expect(dates).toEqual([first, '2026-10-26T11:30:00.000Z', '2026-10-29T11:30:00.000Z', '2026-11-02T11:30:00.000Z'])
  expect(withRepeats(dates, rule)).toEqual(dates)
  expect(withRepeats(['ayer', first], { ...rule, days: [1], weeks: 1 })).toEqual([
    'ayer',
    first,
    '2026-10-26T11:30:00.000Z',
  ])
  expect(withRepeats([first], { ...rule, days: [0, 1, 2, 3, 4, 5, 6], weeks: 12 })).toHaveLength(60)
  expect(withRepeats([null], rule)).toEqual([null])
  expect(withRepeats([first], { ...rule, days: [] })).toEqual([first])
})

test('the next day is at the clock of the last date, over a change of clocks too, and follows nothing where there is no date', () => {
  const zone = 'Europe/Madrid'
  expect(withNextDay(['ayer', '2026-10-24T10:30:00.000Z', null], zone, 60)).toEqual([
    'ayer',
    '2026-10-24T10:30:00.000Z',
    null,
    '2026-10-25T11:30:00.000Z',
  ])
  // There is no half past two on the 28th of March 2027.
  expect(withNextDay(['2027-03-27T01:30:00.000Z'], zone, 60).at(-1)).toMatch(/^2027-03-28T0[01]:30/)
  expect(withNextDay([null], zone, 60)).toEqual([null])
  expect(withNextDay(['2026-10-24T10:30:00.000Z'], zone, 1)).toHaveLength(1)
})

test('dates that the form proposed move on together when the product wants more time, and stay where they are good', () => {
  const dates = ['2026-11-21T15:06:00.000Z', '2026-11-21T16:06:00.000Z']
  expect(proposedAnew(dates, NOW, 0)).toBe(dates)
  const moved = proposedAnew(dates, NOW, 30)
  expect(moved).toEqual(['2026-11-21T15:36:00.000Z', '2026-11-21T16:36:00.000Z'])
  expect(proposedAnew(moved, NOW, 30)).toBe(moved)
  expect(proposedAnew([], NOW, 30)).toEqual([])
  // The way back stays as much later.
  expect(movedAlong('2026-11-21T16:06:00.000Z', dates, moved)).toBe('2026-11-21T16:36:00.000Z')
  expect([movedAlong(undefined, dates, moved), movedAlong('ayer', dates, moved), movedAlong(null, [], moved)]).toEqual([
    undefined,
    'ayer',
    null,
  ])
})

test('each date that is wrong says how: missing, none, too soon, there already', () => {
  expect(
    dateErrors([null, 'ayer', '2026-11-21T15:10:00.000Z', '2026-11-22T15:00:00.000Z', '2026-11-22T15:00:00Z'], NOW, 30),
  ).toEqual([
    { index: 0, key: 'required' },
    { index: 1, key: 'wrong' },
    { index: 2, key: 'soon' },
    { index: 4, key: 'twice' },
  ])
})

test('favourites go to the first stop without a place, then behind the last, never beyond the most', () => {
  let stops = noStops()
  for (const place of [HOME, WORK, HOME, WORK]) stops = withPlace(stops, place, 3)
  expect(stops.map(({ address }) => address)).toEqual([HOME.address, WORK.address, HOME.address])
  expect(new Set(stops.map(({ key }) => key)).size).toBe(3)
  expect(placingAt(stops)).toBeNull()
  expect(placingAt(withStop(stops, 1, { point: null }))).toBe(1)
})

test('stops move, come and go without losing what is in them; start and end always have a row', () => {
  const three = withMoreStops(trip().stops, 10)
  expect(movedStop(three, 1, -1).map(({ address }) => address)).toEqual([WORK.address, HOME.address, ''])
  expect(movedStop(three, 0, -1)).toBe(three)
  expect(withoutStop(three, 0).map(({ address }) => address)).toEqual([WORK.address, ''])
  expect(withoutStop(trip().stops, 0).map(({ address }) => address)).toEqual(['', WORK.address])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('add', 'out', 'up', 'down', 'place'), fc.nat(5)), { maxLength: 30 }),
      (steps) => {
        let stops = noStops()
        for (const [step, at] of steps) {
          if (step === 'add') stops = withMoreStops(stops, 6)
          if (step === 'out') stops = withoutStop(stops, at)
          if (step === 'up' || step === 'down') stops = movedStop(stops, at, step === 'up' ? -1 : 1)
          if (step === 'place') stops = withPlace(stops, HOME, 6)
          expect(stops.length).toBeGreaterThanOrEqual(2)
          expect(stops.length).toBeLessThanOrEqual(6)
          expect(new Set(stops.map(({ key }) => key)).size).toBe(stops.length)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('prices are asked with a client and two stops, or with the start alone where the destination is optional', () => {
  expect(productsRequest(emptyDraft(null), RULES)).toBeNull()
  expect(productsRequest({ ...trip(), client: null }, RULES)).toBeNull()
  const start = trip({ stops: withPlace(noStops(), HOME, 10) })
  expect(productsRequest(start, RULES)).toBeNull()
  expect(productsRequest(start, { optional_destination: true })?.stops).toHaveLength(1)
  // A stop in the middle is no destination that may be left out.
  expect(sentStops(trip({ stops: withMoreStops(trip().stops, 10) }), { optional_destination: true })).toHaveLength(3)
  expect(
    productsRequest(
      trip({
        when: 'booking',
        dates: ['hoy', '2026-11-22T15:00:00.000Z'],
        capacity: 2,
        is_return: true,
        promotion: ' HOLA ',
      }),
      RULES,
    ),
  ).toEqual({
    stops: [
      { lat: -12.1, lng: -77.03, address: HOME.address },
      { lat: -12.05, lng: -77, address: WORK.address },
    ],
    id_client: 7,
    id_payment: 2,
    date_scheduled: '2026-11-22T15:00:00.000Z',
    capacity_1: 2,
    is_return: true,
    promotion: 'HOLA',
  })
})

test('where the destination is optional, a stop of which something was said is never left out without a word', () => {
  const rules = { optional_destination: true }
  const start = withMoreStops(withPlace(noStops(), HOME, 10), 10)
  const told = (stops: ServiceDraft['stops']) =>
    draftErrors(trip({ stops }), { rules, product: product(), now_ms: NOW, keptDate: null }).map(({ source }) => source)
  expect([told(start), sentStops(trip({ stops: start }), rules)]).toEqual([[], start.slice(0, 1)])
  for (const change of [
    { notes: 'Puerta 3' },
    { contact_name: 'Luz' },
    { contact_phone: '999' },
    { contact_email: 'luz@demo.test' },
    { isTyped: true },
  ] as const) {
    const stops = withStop(start, 2, change)
    const draft = trip({ stops })
    expect(told(stops)).toEqual(['stops.2'])
    expect(sentStops(draft, rules)).toEqual([stops[0], stops[2]])
    // What the start alone costs is still told, and the error is over with what was said.
    expect(productsRequest(draft, rules)?.stops).toHaveLength(1)
    expect(errorsOfDraft({ 'stops.1.address': 'a' }, draft, rules)).toEqual({ 'stops.2': 'a' })
    expect(draftValueAt(draft, 'stops.2')).not.toEqual(draftValueAt(trip({ stops: start }), 'stops.2'))
    expect(told(withStop(stops, 2, WORK))).toEqual(['stops.1'])
    expect(told(withoutStop(stops, 2))).toEqual([])
  }
  expect(told(withStop(start, 1, { notes: '  ' }))).toEqual([])
  const typed = stopsWithTyped(start, start[1]?.key ?? 0, true)
  expect([told(typed), told(stopsWithTyped(typed, start[1]?.key ?? 0, false))]).toEqual([['stops.1'], []])
})

test('what is saved is what the call takes, with the proof of the price that was shown', () => {
  const dates = ['2026-11-22T15:00:00.000Z', '2026-11-23T15:00:00.000Z']
  const booking = serviceInput(
    trip({
      when: 'booking',
      dates,
      invited: true,
      invited_name: ' Luz ',
      notes: ' ',
      price: 25,
      custom_fields: { flight: 'LA 1' },
    }),
    saving(),
  )
  expect(booking).toMatchObject({
    id_client: 7,
    id_product: 1,
    id_tarif: 3,
    id_payment: 2,
    scheduled: 1,
    scheduled_dates: dates,
    date_scheduled: dates[0],
    invited: 1,
    invited_name: 'Luz',
    notes: null,
    price_base: 25,
    is_price_edited: 1,
    quote: 'proof',
    after: 'none',
    custom_fields: { flight: 'LA 1' },
  })
  expect(Value.Check(ServiceInput, booking)).toBe(true)
  const now = serviceInput(trip({ dates, invited_name: 'Luz' }), saving())
  expect(now).toMatchObject({ scheduled: 0, date_scheduled: null, invited: 0, invited_name: null, after: 'search' })
  expect(now).not.toHaveProperty('scheduled_dates')
  expect(now).not.toHaveProperty('price_base')
  const edit = serviceInput(
    trip({ new_state: 'onway', new_state_date: dates[0] ?? null }),
    saving({ edited: { id: 9, version: 3 }, product: null, quote: null, after: 'none' }),
  )
  expect(edit).toMatchObject({ id: 9, version: 3, new_state: 'onway', new_state_date: dates[0] })
  for (const name of ['idempotency', 'quote', 'scheduled_dates']) expect(edit).not.toHaveProperty(name)
  // Of a service that is there, a promotion that stands no more is said; a new one without any says nothing.
  expect([edit?.promotion, now]).toEqual([
    null,
    expect.not.objectContaining({ promotion: expect.anything() as unknown }) as unknown,
  ])
  expect(serviceInput(trip({ id_product: null }), saving())).toBeNull()
  expect(Value.Check(ServiceInput, edit)).toBe(true)
})

test('what is missing is told at its field, and its panel is known', () => {
  const told = (draft: ServiceDraft, offered: OfferedProduct | null = product()) =>
    draftErrors(draft, { rules: RULES, product: offered, now_ms: NOW, keptDate: null }).map(({ source }) => source)
  expect(told(emptyDraft(null), null)).toEqual(['id_client', 'stops.0', 'stops.1'])
  // There are products to choose from once they are known.
  expect(told(trip({ id_product: null }), null)).toEqual(['id_product'])
  expect(told(trip())).toEqual([])
  expect(told(trip({ invited: true, price: '1,2,3', new_state: 'onway' }))).toEqual([
    'invited_name',
    'price_base',
    'new_state_date',
  ])
  expect(told(trip({ when: 'booking', dates: [] }))).toEqual(['scheduled_dates.0'])
  expect(told(trip(), product({ allow_service_inmediate: 0, allow_service_scheduled: 0 }))).toEqual(['id_product'])
  expect(told(trip(), product({ allow_service_inmediate: 0 }))).toEqual(['scheduled'])
  // A booking that is there keeps the date it has.
  const past = '2026-11-20T15:00:00.000Z'
  expect(
    draftErrors(trip({ when: 'booking', dates: [past] }), { rules: RULES, product: null, now_ms: NOW, keptDate: past }),
  ).toEqual([])
  expect(
    [
      'stops.0.notes',
      'scheduled_dates.1',
      'promotion',
      'capacity_1',
      'new_state',
      'custom_fields.flight',
      'invited_name',
    ].map(panelOf),
  ).toEqual(['stops', 'when', 'payment', 'product', 'driver', 'fields', 'client'])
})

test('an error of the call stands at the stop that it is about, also where one was left out', () => {
  const draft = trip()
  expect(
    errorsOfDraft(
      { 'stops.1.address': 'a', 'stops.0.contact_phone': 'b', date_scheduled: 'c', notes: 'd' },
      draft,
      RULES,
    ),
  ).toEqual({ 'stops.1': 'a', 'stops.0.contact_phone': 'b', 'scheduled_dates.0': 'c', notes: 'd' })
  expect(draftValueAt(draft, 'stops.1')).not.toEqual(
    draftValueAt({ ...draft, stops: withStop(draft.stops, 1, HOME) }, 'stops.1'),
  )
  expect(draftValueAt(draft, 'notes')).toBe(draftValueAt({ ...draft, promotion: 'X' }, 'notes'))
})

test('a product is taken by itself: the last one of the client, of those that can be had and serve the time', () => {
  const shown = [
    product({ id: 1, allow_service_inmediate: 0 }),
    product({ id: 2, error: 'no' }),
    product({ id: 3 }),
    product({ id: 4 }),
  ]
  expect(productFor(shown, 'now', 4)).toBe(4)
  expect(productFor(shown, 'now', 2)).toBe(3)
  expect(productFor(shown, 'booking', 1)).toBe(1)
  expect(productFor(shown.slice(0, 2), 'now', null)).toBe(1)
  expect(productFor([], 'now', 4)).toBeNull()
  expect([
    whenWith(product({ allow_service_inmediate: 0 }), 'now'),
    whenWith(product({ allow_service_scheduled: 0 }), 'booking'),
    whenWith(product(), 'booking'),
  ]).toEqual(['booking', 'now', 'booking'])
})

test('the price of a shared service follows the seats at once, in proportion; of another it does not', () => {
  const shared = product({ for_shared_service: 1, price: 20 })
  expect([priceForSeats(shared, null, 1), priceForSeats(shared, 2, 3), priceForSeats(shared, null, null)]).toEqual([
    5, 30, 20,
  ])
  expect(priceForSeats(product({ price: 20 }), null, 1)).toBe(20)
  expect(priceForSeats(product({ for_shared_service: 1, price: null }), null, 1)).toBeNull()
  expect(priceForSeats(product({ for_shared_service: 1, price: 10, capacity_1: 3 }), null, 1)).toBe(3.33)
})

const saved = {
  id: 9,
  id_client: 7,
  cl_name: 'Ana',
  cl_surname: null,
  cl_phone: null,
  id_company: null,
  co_name: null,
  ca_name: null,
  id_product: 1,
  id_payment: 2,
  scheduled: 1,
  date_scheduled: '2026-11-20T15:00:00.000Z',
  for_another: 0,
  invited: 0,
  capacity_1: 2,
  is_return: 0,
  is_price_edited: 1,
  price_base: 30,
  id_vehicle: 4,
  custom_fields: {},
  stops: [
    { id: 1, lat: -12.1, lng: -77.03, address: 'A' },
    { id: 2, lat: -12.05, lng: -77, address: 'B' },
  ],
} as unknown as DispatcherService

test('one passenger is meant where nobody has said, of a shared service all', () => {
  expect([
    passengersOf(product(), null),
    passengersOf(product(), 3),
    passengersOf(product({ for_shared_service: 1 }), null),
    passengersOf(product(), 9),
  ]).toEqual([1, 3, 4, 4])
})

test("a copy begins without the driver, the promotion, the price by hand, the stops' ids and a date that is past", () => {
  expect(serviceDraftOf({ ...saved, promo_code: 'HOLA' })).toMatchObject({
    when: 'booking',
    id_vehicle: 4,
    price: 30,
    capacity: 2,
    promotion: 'HOLA',
  })
  const copy = cloneOf({ ...saved, promo_code: 'HOLA' }, NOW)
  expect(copy).toMatchObject({
    when: 'now',
    dates: [],
    id_vehicle: null,
    price: null,
    promotion: '',
    stops: [
      { id: null, address: 'A' },
      { id: null, address: 'B' },
    ],
  })
  expect(cloneOf({ ...saved, date_scheduled: '2026-12-01T15:00:00.000Z' }, NOW)).toMatchObject({
    when: 'booking',
    dates: ['2026-12-01T15:00:00.000Z'],
  })
  expect(serviceDraftOf({ ...saved, stops: saved.stops.slice(0, 1) }).stops).toEqual([
    expect.objectContaining({ id: 1 }),
    emptyStop(2),
  ])
})

test('on top of what somebody else saved stands what was changed here, and nothing else; a stop that they took away is a new one', () => {
  const base = serviceDraftOf(saved)
  const theirs = {
    ...base,
    notes: 'theirs',
    promotion: 'X',
    stops: base.stops.map((stop, at) => ({ ...stop, id: at === 0 ? 1 : 12 })),
  }
  expect(rebasedDraft({ ...base, notes: 'mine' }, base, theirs)).toEqual({ ...theirs, notes: 'mine' })
  const moved = rebasedDraft({ ...base, stops: movedStop(base.stops, 0, 1) }, base, theirs)
  expect(moved.stops.map(({ id, address }) => [id, address])).toEqual([
    [null, 'B'],
    [1, 'A'],
  ])
  expect(moved).toMatchObject({ notes: 'theirs', promotion: 'X' })
})

test('of the vehicles that a text means the free ones come first, of those the nearest', () => {
  const vehicle = (id: number, availability: string, lat: number | null) => ({
    id,
    plate: `ABC-10${id}`,
    code: null,
    us_name: 'José',
    us_surname: null,
    availability,
    lat,
    lng: lat === null ? null : -77,
  })
  const fleet = [
    vehicle(1, 'offline', -12),
    vehicle(2, 'online', -12.4),
    vehicle(3, 'online', -12.1),
    vehicle(4, 'busy', -12),
    vehicle(5, 'online', null),
  ]
  expect(nearestVehicles(fleet, 'jose', [-12, -77]).map(({ id }) => id)).toEqual([3, 2, 5, 4, 1])
  expect(nearestVehicles(fleet, 'abc102', null).map(({ id }) => id)).toEqual([2])
})

test('a place keeps the name that it was chosen by, and its line begins with it; one that nobody has named has none', () => {
  const place = { lat: -12.1, lng: -77, uses: 1, as: 'place' } as const
  expect(namedPlace({ ...place, name: 'Casa', is_named: 1, address: 'Calle Uno 123' })).toEqual({
    point: [-12.1, -77],
    address: 'Casa, Calle Uno 123',
    name: 'Casa',
  })
  expect(namedPlace({ ...place, name: 'Casa', is_named: 1, address: 'Casa, Calle Uno 123' })).toMatchObject({
    address: 'Casa, Calle Uno 123',
  })
  expect(namedPlace({ ...place, name: 'Calle Uno 123', is_named: 0, address: 'Calle Uno 123, Lince' })).toMatchObject({
    address: 'Calle Uno 123, Lince',
    name: '',
  })
  expect(namedAddress('Casa', 'Casa, Calle Uno 123')).toEqual({ name: 'Casa', rest: 'Calle Uno 123' })
  expect(namedAddress('', 'Calle Uno 123')).toEqual({ name: '', rest: 'Calle Uno 123' })
})

test('each date of a booking is priced by itself where there are several that are dates', () => {
  const dates = ['2026-11-22T15:00:00.000Z', '2026-11-23T15:00:00.000Z']
  const booking = trip({ when: 'booking', dates: [...dates, 'mañana'], price: 25 })
  const asked = productsRequest(booking, RULES)
  expect(datesRequest(booking, asked)).toEqual({
    stops: asked?.stops,
    id_client: 7,
    id_payment: 2,
    id_product: 1,
    dates,
    price_edited: 25,
  })
  expect([
    datesRequest({ ...booking, dates: dates.slice(1) }, asked),
    datesRequest({ ...booking, when: 'now' }, asked),
    datesRequest(booking, null),
  ]).toEqual([null, null, null])
})

test('an operator saves and searches, asks, clones or does no more (spec 1 §4); who is no operator only saves', () => {
  const ways = (
    when: 'now' | 'booking',
    {
      kind = 'new',
      state = 'created',
      id_vehicle = null,
      request = true,
    }: {
      kind?: 'new' | 'edit' | 'clone'
      state?: string
      id_vehicle?: number | null
      request?: boolean
    } = {},
  ) =>
    savingModes({
      subject: kind === 'new' ? { kind } : { kind, id: 5 },
      data: { may: { request }, item: { state } },
      draft: { when, id_vehicle },
    })
  expect(ways('now')).toEqual(['search', 'none', 'clone'])
  expect(ways('now', { id_vehicle: 3 })).toEqual(['request', 'search', 'none', 'clone'])
  expect(ways('now', { kind: 'clone' })).toEqual(['search', 'none', 'clone'])
  expect(ways('booking')).toEqual(['none', 'clone'])
  expect([ways('now', { kind: 'edit' }), ways('now', { kind: 'edit', state: 'started' })]).toEqual([
    ['none', 'search', 'clone'],
    ['none', 'clone'],
  ])
  expect([ways('now', { request: false }), ways('booking', { request: false })]).toEqual([['none'], ['none']])
})

test('the call that saves a service to be cloned asks no driver', () => {
  const draft = {
    ...emptyDraft(),
    client: {
      id: 7,
      name: 'Ana',
      surname: null,
      phone: null,
      id_company: null,
      co_name: null,
      ca_name: null,
      state: '1',
    },
    id_product: 3,
  }
  const saving: SaveRequest = {
    edited: null,
    cloned: null,
    rules: { optional_destination: false },
    product: null,
    quote: null,
    after: 'clone',
    idempotency: 'abcdefgh',
  }
  expect(serviceInput(draft, saving)?.after).toBe('none')
})

import { expect } from 'vitest'
import { makeDays } from '../../custom/fleet/server/history/partitions'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { DISPATCH_JOB } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import type { OpenFresh } from '../open-fresh'
import { boxAround, wholeApp, FROM, pointAt, TO, type WholeApp } from './whole-app'
import type { Answer } from './fixture-app'
import type { RoleName } from './fixture-users'

export const NOON = new Date('2026-11-21T17:00:00.000Z')

/** A town with products, clients, and a driver with a vehicle and a shift; the clock is the test's. */
export interface ServicesApp extends WholeApp {
  readonly id: { readonly [name: string]: number }
  /** The trip of most tests, with its addresses. */
  readonly stops: readonly JsonObject[]
  get(role: RoleName, path: string, input?: JsonObject): Promise<Answer>
  /** A service that there must be; `input` over the trip of most tests. */
  make(input?: JsonObject, role?: RoleName): Promise<DispatcherService>
  send(input?: JsonObject, role?: RoleName): Promise<Answer>
  /** Another start price of the usual tariff, known at once. */
  startsAt(price_base: string): Promise<void>
  driver(name: string): Promise<{ readonly id: number; readonly vehicle: number }>
}

/** @param search whether the worker looks for drivers; where it does not, a service that is put on air stays there. */
export async function servicesApp(
  open: OpenFresh,
  now: () => Date,
  { search = false, more = [] }: { readonly search?: boolean; readonly more?: readonly ServerFeature[] } = {},
): Promise<ServicesApp> {
  const elected: OpenFresh = async (options) => {
    const database = await open(options)
    // Elected before the server can be.
    if (!search) await database.tryLock(`job ${DISPATCH_JOB}`)
    return database
  }
  const at = await wholeApp(elected, now, { more, timed: search ? [DISPATCH_JOB] : [] })
  const { put, server, call } = at
  const { database } = server
  // The test's day has its history too, whichever day it is.
  await database.transaction((tx) => makeDays(tx, now(), 2))
  const id: { [name: string]: number } = {}
  id.lima = await put('branches', {
    name: 'Lima',
    point: pointAt(-12.1, -77.03),
    area: boxAround(-12.1, -77.03, 0.2),
    timezone: 'America/Lima',
  })
  id.tarif = await put('tarifs', {
    type: '1',
    name: 'Normal',
    price_base: '5',
    price_km: '1.5',
    price_minute: '0.2',
    price_wait: '1',
    wait_every: 1,
    courtesy_wait_time: 5,
    price_pause: '0.5',
    price_cancel: '4',
    service_fee_type: '0',
    service_fee_amount: '10',
    allow_edit_price_on_dispatcher: true,
    keep_initial: false,
  })
  id.fixed = await put('tarifs', { type: '3', name: 'Fijo', price_base: '30', keep_initial: true })
  id.taxi = await put('products', {
    name: 'Taxi',
    id_tarif: id.tarif,
    capacity_1: 4,
    min_time_to_schedule: 30,
    min_time_to_cancel: 2,
    accept_return: true,
  })
  id.van = await put('products', {
    name: 'Van',
    id_tarif: id.fixed,
    capacity_1: 8,
    for_shared_service: true,
    min_time_to_onway: 45,
  })
  id.now = await put('products', {
    name: 'Solo ahora',
    id_tarif: id.tarif,
    capacity_1: 4,
    allow_service_scheduled: false,
  })
  id.later = await put('products', {
    name: 'Solo reserva',
    id_tarif: id.tarif,
    capacity_1: 4,
    allow_service_inmediate: false,
  })
  id.secret = await put('products', { name: 'Sin precio', id_tarif: id.tarif, capacity_1: 4, hide_price: true })
  id.cash = await put('payment_methods', { name: 'Efectivo', type: 'cash' })
  id.credit = await put('payment_methods', { name: 'Crédito', type: 'credit' })
  id.off = await put('payment_methods', { name: 'Apagado', type: 'cash', state: '0' })
  id.ana = await put('users', { type_user: '3', name: 'Ana', surname: 'Quispe', phone: '987654321' })
  id.beto = await put('users', {
    type_user: '3',
    name: 'Beto',
    surname: 'Ríos',
    phone: '999000111',
    id_company: server.ids.companies.a,
  })
  id.carla = await put('users', {
    type_user: '3',
    name: 'Carla',
    surname: 'Paz',
    phone: '999000222',
    id_company: server.ids.companies.b,
  })
  id.demand = await put('high_demands', {
    name: 'Noche',
    amount: '50',
    days: 'all',
    time_from: '20:00',
    time_to: '23:00',
  })
  await database.transaction((tx) =>
    tx.updateTable('tarifs').set({ high_demands: true }).where('id', '=', id.tarif).execute(),
  )
  server.runtime.changed('tarifs')

  const stops = [
    { ...FROM, address: 'Av. Larco 345, Miraflores' },
    { ...TO, address: 'Calle Las Begonias 441, San Isidro' },
  ]
  const send: ServicesApp['send'] = (input = {}, role = 'operator') =>
    call(role, 'dispatcher/create', { id_client: id.ana!, id_product: id.taxi!, id_payment: id.cash!, stops, ...input })
  const made = {
    id_type_vehicle: await put('type_vehicles', { name: 'Auto', icon: 'car' }),
    id_brand_vehicle: await put('brand_vehicles', { name: 'Toyota' }),
    model: 'Yaris',
    year: 2022,
  }
  let plates = 100
  return {
    ...at,
    id,
    stops,
    send,
    get: (role, path, input) => server.call(role, 'GET', path, input),
    make: async (input, role) => {
      const { status, body, text } = await send(input, role)
      expect(status, text).toBe(200)
      return body['item'] as unknown as DispatcherService
    },
    startsAt: async (price_base) => {
      await database.transaction((tx) =>
        tx.updateTable('tarifs').set({ price_base }).where('id', '=', id.tarif!).execute(),
      )
      server.runtime.changed('tarifs')
    },
    driver: async (name) => {
      const driver = await put('users', {
        type_user: '2',
        name,
        surname: 'Chofer',
        document: '40000000',
        license_number: 'Q1',
      })
      const vehicle = await put('vehicles', { plate: `ABC-${plates++}`, id_user: driver, capacity_1: 4, ...made })
      return { id: driver, vehicle }
    },
  }
}

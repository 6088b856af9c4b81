import { drivers } from '../../custom/drivers/server'
import { fleet, fleetOf, issueDevice, startShift, type Fleet } from '../../custom/fleet/server'
import { services } from '../../custom/services/server'
import { simulator } from '../../custom/simulator/server'
import { tracking } from '../../custom/tracking/server'
import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { wholeApp, type WholeApp } from './whole-app'
import type { Answer } from './fixture-app'

export interface FleetDriver {
  readonly id: number
  readonly id_vehicle: number
  readonly device: string
  /** Fixes of the driver's phone: places now or so many seconds from now. */
  send(...fixes: readonly SentFix[]): Promise<Answer>
}

export interface SentFix {
  readonly lat: number
  readonly lng: number
  /** Seconds from now; negative: before. */
  readonly in_s?: number
  readonly more?: JsonObject
}

export interface FleetApp extends WholeApp {
  readonly fleet: Fleet
  /** A driver with a vehicle and a phone, on shift unless told otherwise. */
  driver(
    name: string,
    more?: {
      readonly vehicle?: { readonly [column: string]: unknown }
      readonly user?: { readonly [column: string]: unknown }
      readonly offShift?: boolean
    },
  ): Promise<FleetDriver>
  /** Rows of a query past the front door. */
  rows<Row>(text: string, ...params: readonly unknown[]): Promise<readonly Row[]>
}

/** The project with its fleet on a database; the clock is the test's. */
export async function fleetApp(open: OpenFresh, now: () => Date): Promise<FleetApp> {
  const at = await wholeApp(open, now, { more: [fleet, services, drivers, tracking, simulator] })
  const { server, put } = at
  const { database } = server
  const type = await put('type_vehicles', { name: 'Sedán', icon: 'car' })
  const brand = await put('brand_vehicles', { name: 'Kia' })
  let plates = 100
  return {
    ...at,
    fleet: fleetOf(database.db),
    rows: async <Row>(text: string, ...params: readonly unknown[]) => {
      const { CompiledQuery } = await import('kysely')
      return (await database.db.executeQuery<Row>(CompiledQuery.raw(text, [...params]))).rows
    },
    driver: async (name, { vehicle = {}, user = {}, offShift = false } = {}) => {
      const id = await put('users', { type_user: '2', name, surname: 'Chofer', phone: '999111222', ...user })
      const id_vehicle = await put('vehicles', {
        plate: `ABC-${plates++}`,
        id_user: id,
        capacity_1: 4,
        id_type_vehicle: type,
        id_brand_vehicle: brand,
        model: 'Yaris',
        year: 2022,
        ...vehicle,
      })
      const device = await database.transaction(async (tx) => {
        if (!offShift) await startShift(tx, { id_driver: id, id_vehicle, app_version_code: 80, now: now() })
        return issueDevice(tx, id, 'Teléfono')
      })
      return {
        id,
        id_vehicle,
        device,
        send: (...fixes) =>
          server.request({
            method: 'POST',
            url: '/api/driver/positions',
            payload: JSON.stringify({
              device_id: device,
              positions: fixes.map(({ lat, lng, in_s = 0, more }) => ({
                lat,
                lng,
                timestamp: new Date(now().getTime() + in_s * 1000).toISOString(),
                ...more,
              })),
            }),
          }),
      }
    },
  }
}

import { expect } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import type { Candidate, Offer, RequestStatus } from '../../custom/services/model/request-calls'
import type { Static } from 'typebox'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import type { OpenFresh } from '../open-fresh'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { FROM, pointAt } from './whole-app'
import type { Answer } from './fixture-app'

export interface DispatchApp extends DriverApp {
  /**
   * A driver on shift whose vehicle stands so many degrees of latitude (0.001: 111 m) north of where most trips begin.
   */
  standing(name: string, north: number, more?: JsonObject): Promise<Phone>
  place(phone: Phone, north: number): Promise<void>
  status(id: number): Promise<RequestStatus>
  /** Waits until the search of a service is there: the worker does it by itself. */
  phase(id: number, phase: RequestStatus['phase']): Promise<RequestStatus>
  /** The driver who is asked now, by name. */
  asks(id: number, name: string): Promise<Static<typeof Offer>>
  candidates(id: number): Promise<Candidate[]>
  answer(phone: Phone, id_offer: number, how: 'accept' | 'reject'): Promise<Answer>
  /** Makes the worker look, as every write that matters does. */
  wake(): Promise<void>
  post(path: string, input: JsonObject): Promise<Answer>
  /** A service on air. */
  onAir(input?: JsonObject): Promise<DispatcherService>
  /** Closes every shift and ride, so that the next test begins alone. */
  clear(): Promise<void>
}

export async function dispatchApp(open: OpenFresh, now: () => Date): Promise<DispatchApp> {
  const at = await driverApp(open, now, { search: true })
  const { put, server } = at
  const { database } = server
  const set = (table: string, id: number, column: string, row: { [column: string]: unknown }) =>
    database.transaction((tx) => tx.updateTable(table).set(row).where(column, '=', id).execute())
  const place: DispatchApp['place'] = async ({ vehicle }, north) => {
    const where = { point: pointAt(FROM.lat + north, FROM.lng), date_fix: now().toISOString() }
    await set('vehicle_positions', vehicle, 'id_vehicle', where)
  }
  const status: DispatchApp['status'] = async (id) => {
    const {
      status: code,
      body,
      text,
    } = await at.get('operator', 'dispatcher/verifyVehicleAccepted', { id_service: id })
    expect(code, text).toBe(200)
    return body['status'] as unknown as RequestStatus
  }
  const phase: DispatchApp['phase'] = async (id, wanted) => {
    await expect.poll(async () => (await status(id)).phase, { interval: 25 }).toBe(wanted)
    return status(id)
  }
  return {
    ...at,
    place,
    status,
    phase,
    standing: async (name, north, more = {}) => {
      const phone = await at.atWork(name)
      if (Object.keys(more).length > 0) await set('vehicles', phone.vehicle, 'id', more)
      await put('vehicle_positions', {
        id_vehicle: phone.vehicle,
        point: pointAt(FROM.lat + north, FROM.lng),
        date_fix: now().toISOString(),
        availability: 'online',
      })
      return phone
    },
    asks: async (id, name) => {
      await expect
        .poll(
          async () => {
            const { phase: at_, offer } = await status(id)
            return at_ === 'requesting' ? offer?.dr_name : at_
          },
          { interval: 25 },
        )
        .toBe(name)
      const { offer } = await status(id)
      if (!offer) throw new Error('nobody is asked')
      return offer
    },
    candidates: async (id) => {
      const { status: code, body, text } = await at.get('operator', `dispatcher/${id}/getNearbyVehicles2`)
      expect(code, text).toBe(200)
      return body['items'] as unknown as Candidate[]
    },
    answer: (phone, id_offer, how) => phone.post(`offers/${id_offer}/${how}`),
    wake: () => wakeJob(database.db, 'services.dispatch'),
    post: (path, input) => server.call('operator', 'POST', path, input),
    onAir: (input = {}) => at.make({ after: 'search', ...input }),
    clear: () =>
      database.transaction(async (tx) => {
        await tx.updateTable('service_offers').set({ state: 'canceled' }).where('state', 'in', ['pending']).execute()
        await tx
          .updateTable('services')
          .set({ state: 'canceled', keep_searching: false })
          .where('state', 'not in', ['finalized', 'canceled'])
          .execute()
        await tx
          .updateTable('driver_shifts')
          .set({ state: 'closed', date_end: now().toISOString() })
          .where('state', '<>', 'closed')
          .execute()
      }),
  }
}

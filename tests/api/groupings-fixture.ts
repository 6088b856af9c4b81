import { expect } from 'vitest'
import type { GroupingRoute } from '../../custom/groupings/model/grouping-wire'
import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { driverApp, type DriverApp } from './driver-fixture'
import { FROM } from './whole-app'
import type { Answer } from './fixture-app'
import type { RoleName } from './fixture-users'

export interface GroupingsApp extends DriverApp {
  /**
   * A booking of the shared product: its passengers get in and out so many thousandths of a degree north of where most
   * trips begin.
   */
  ride(from: number, to: number, more?: { readonly at?: Date; readonly people?: number }): Promise<number>
  grouping(input?: JsonObject): Promise<number>
  ask(id: number, verb: string, input?: JsonObject, role?: RoleName): Promise<Answer>
  route(id: number): Promise<GroupingRoute>
  /** A grouping with these rides in it. */
  full(rides: readonly number[], input?: JsonObject): Promise<number>
}

export async function groupingsApp(open: OpenFresh, now: () => Date): Promise<GroupingsApp> {
  const at = await driverApp(open, now)
  const ask: GroupingsApp['ask'] = (id, verb, input = {}, role = 'operator') =>
    at.server.call(role, 'POST', `groupings/${id}/${verb}`, input)
  const grouping: GroupingsApp['grouping'] = async (input = {}) => {
    const { status, body, text } = await at.server.call('operator', 'POST', 'groupings/create', {
      type: '3',
      id_product: at.id['van']!,
      id_branch: at.id['lima']!,
      ...input,
    })
    expect(status, text).toBe(200)
    return Number(body['id'])
  }
  return {
    ...at,
    ask,
    grouping,
    ride: async (from, to, { at: when = new Date(now().getTime() + 3_600_000), people = 1 } = {}) => {
      const place = (north: number) => ({ lat: FROM.lat + north / 1000, lng: FROM.lng, address: `Calle ${north}` })
      const { id } = await at.make({
        id_product: at.id['van']!,
        capacity_1: people,
        scheduled: 1,
        scheduled_dates: [when.toISOString()],
        stops: [place(from), place(to)],
      })
      return id
    },
    route: async (id) => {
      const { status, body, text } = await at.get('operator', `groupings/${id}/services`)
      expect(status, text).toBe(200)
      return body as unknown as GroupingRoute
    },
    full: async (rides, input) => {
      const id = await grouping(input)
      const { status, text } = await ask(id, 'assignService', { ids: [...rides] })
      expect(status, text).toBe(200)
      return id
    },
  }
}

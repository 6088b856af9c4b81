import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import type { Phone } from './driver-fixture'
import { tellsWhatWasDone } from './told-activity'

const START = new Date('2026-11-20T15:00:00Z')

interface Lost {
  readonly id: number
  readonly reason: string
  readonly dr_name: string
  readonly dr_phone: string
}

oneEngine((_, open) => {
  let at: DispatchApp
  let now = START
  let nth = 0
  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
  })
  beforeEach(async () => {
    now = START
    await at.clear()
  })

  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const look = () => wakeJob(at.server.database.db, 'services.lost_drivers')
  const lost = async (role: 'operator' | 'companyA' = 'operator'): Promise<readonly Lost[]> =>
    (await at.get(role, 'dispatcher/alerts')).body['lost'] as unknown as Lost[]
  const logOf = async (id: number): Promise<readonly string[]> => {
    const { rows } = await sql<{
      type_log: string
    }>`select type_log from logs where target = 'services' and id_target = ${id}
      and type_log like 'service\\_driver\\_%' order by id`.execute(at.server.database.db)
    return rows.map(({ type_log }) => type_log)
  }
  const set = (table: string, id: number, row: { readonly [column: string]: unknown }) =>
    at.server.database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', id).execute())

  /** A driver under way to a client. */
  async function ride(
    input: JsonObject = {},
  ): Promise<{ readonly id: number; readonly driver: Phone; readonly name: string }> {
    const name = `Perdido${nth++}`
    const driver = await at.standing(name, 0.002)
    const { id } = await at.make(input)
    const given = await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })
    expect(given.status, given.text).toBe(200)
    return { id, driver, name }
  }

  describe('a ride whose driver', () => {
    test('falls silent is an alert with their telephone, until their phone is heard again', async () => {
      const { id, driver, name } = await ride()
      later(299)
      await at.place(driver, 0.003)
      later(290)
      await look()
      later(20)
      await look()
      await expect
        .poll(() => lost())
        .toEqual([
          expect.objectContaining({
            id,
            reason: 'silent',
            dr_name: name,
            dr_phone: '999123456',
            plate: expect.any(String),
            lat: expect.any(Number),
          }),
        ])
      await look()
      await at.place(driver, 0.004)
      await look()
      await expect.poll(() => lost()).toEqual([])
      expect(await logOf(id)).toEqual(['service_driver_silent', 'service_driver_back'])
    })

    test('ended their shift, or lost their account, is an alert at once', async () => {
      const [left, off] = [await ride(), await ride()]
      later(5)
      await at.server.database.transaction((tx) =>
        tx
          .updateTable('driver_shifts')
          .set({ state: 'closed', date_end: now })
          .where('id_driver', '=', left.driver.id)
          .execute(),
      )
      await set('users', off.driver.id, { state: '0' })
      await look()
      await expect
        .poll(async () => (await lost()).map(({ id, reason }) => [id, reason]))
        .toEqual([
          [left.id, 'left'],
          [off.id, 'inactive'],
        ])
      expect([await logOf(left.id), await logOf(off.id)]).toEqual([
        ['service_driver_left'],
        ['service_driver_inactive'],
      ])
    })

    test('is taken off it, or brings it forward themselves, is an alert no more', async () => {
      const [taken, gone] = [await ride(), await ride()]
      later(301)
      await look()
      await expect.poll(async () => (await lost()).length).toBe(2)
      expect((await at.post('dispatcher/removeVehicle', { id_service: taken.id })).status).toBe(200)
      expect((await gone.driver.post(`services/${gone.id}/onway`)).status).toBe(200)
      expect(await lost()).toEqual([])
      // What was just done is a sign of life: only a new silence counts.
      await look()
      later(301)
      await look()
      await expect.poll(async () => (await lost()).map(({ id }) => id)).toEqual([gone.id])
    })

    test('has never sent a position, as where rides are given by radio, is none; nor is one that is over', async () => {
      const [radio, over] = [await ride(), await ride()]
      await at.server.database.transaction(async (tx) => {
        await tx.deleteFrom('vehicle_positions').where('id_vehicle', '=', radio.driver.vehicle).execute()
        await tx.updateTable('services').set({ state: 'finalized' }).where('id', '=', over.id).execute()
      })
      const silent = await ride()
      later(400)
      await look()
      await expect.poll(async () => (await lost()).map(({ id }) => id)).toEqual([silent.id])
    })

    test('is lost concerns the house: the company whose ride it is is not shown it', async () => {
      const { id } = await ride({ id_client: at.id['beto']! })
      later(400)
      await look()
      await expect.poll(async () => (await lost()).map((one) => one.id)).toEqual([id])
      expect(await lost('companyA')).toEqual([])
    })
  })

  tellsWhatWasDone(() => at.server, 'services')
})

import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type RaceDriver, type Town } from './races-fixture'
import type { ServerProcess } from './server-process'

// Three servers of which one is a minute ahead and one a minute behind: a request to a driver lasts as long as it says,
// whoever made it, whoever watches over it and whoever takes the answer.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const ANSWER_S = 6

interface Offer {
  readonly id: number
  readonly state: string
  readonly left_s: number
  readonly late_s: number | null
}

if ('skipped' in postgres) {
  console.log(`skipped: servers whose clocks differ: ${postgres.skipped}`)
  describe.skip(`servers whose clocks differ (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('servers whose clocks differ', () => {
    let town: Town
    let operator = ''
    let servers: readonly ServerProcess[] = []
    beforeAll(async () => {
      // The one that is ahead is the first, and is elected to end requests whose time is over.
      town = await openTown(postgres.url, 1, 60)
      await Promise.all([town.open(-60), town.open()])
      servers = [...town.servers]
      operator = await town.operator()
      await town.query('update settings_general set time_request = $1', [ANSWER_S])
      for (const server of servers) {
        await vi.waitFor(
          async () => {
            const { body } = await town.ask(server, 'GET', 'admin/dispatcher/form', operator)
            expect(body).toMatchObject({ time_request: ANSWER_S })
          },
          { timeout: 10_000 },
        )
      }
    })
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    /** The last request of a service by the database's clock. */
    const offer = async (id_service: number): Promise<Offer> => {
      const [row] = await town.query<Offer>(
        `select id::int as id, state, extract(epoch from date_deadline - clock_timestamp())::float as left_s,
           extract(epoch from date_answered - date_deadline)::float as late_s
         from service_offers where id_service = $1 order by id desc limit 1`,
        [id_service],
      )
      if (!row) throw new Error('nobody is asked')
      return row
    }
    const asked = async (
      server: ServerProcess,
      lat: number,
    ): Promise<{ readonly id: number; readonly driver: RaceDriver }> => {
      const [driver, id] = [await town.driver(lat, -77), await town.service(lat, -77)]
      const { status, body } = await town.ask(server, 'POST', 'admin/dispatcher/requestVehicle', operator, {
        id_service: id,
        id_vehicle: driver.vehicle,
      })
      expect(status, JSON.stringify(body)).toBe(200)
      return { id, driver }
    }

    test('let a driver answer for as long as the request says, and end it then, whichever of them asked', async () => {
      await Promise.all(
        servers.map(async (server, place) => {
          const { id } = await asked(server, -12 + place)
          const { left_s } = await offer(id)
          expect(left_s).toBeGreaterThan(0)
          expect(left_s).toBeLessThanOrEqual(ANSWER_S)
          await expect.poll(async () => (await offer(id)).state, { timeout: 40_000, interval: 200 }).toBe('expired')
          expect((await offer(id)).late_s).toBeGreaterThanOrEqual(-0.1)
        }),
      )
    })

    test('take an answer in time by whichever of them it comes', async () => {
      await Promise.all(
        servers.map(async (server, place) => {
          const other = servers[(place + 1) % servers.length] ?? server
          const { id, driver } = await asked(server, -22 + place)
          const answer = await town.ask(other, 'POST', `driver/offers/${(await offer(id)).id}/accept`, driver.token)
          expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        }),
      )
    })

    test('refuse an answer after its time, whoever takes it', async () => {
      for (const [place, server] of servers.entries()) {
        const driver = await town.driver(-32 + place, -77)
        const late = await town.asking(-32 + place, -77, driver, -1)
        expect((await town.ask(server, 'POST', `driver/offers/${late.offer}/accept`, driver.token)).status).toBe(409)
      }
    })
  })
}

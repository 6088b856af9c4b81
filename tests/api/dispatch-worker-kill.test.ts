import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type RaceDriver, type Town } from './races-fixture'
import type { ServerProcess } from './server-process'

// The process that looks for drivers is killed while one is being asked, and in the middle of its work: nobody's
// console is open, another process (or the same one, started again) goes on from the rows.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())

if ('skipped' in postgres) {
  console.log(`skipped: a worker that is killed: ${postgres.skipped}`)
  describe.skip(`a worker that is killed (${postgres.skipped})`, () => test('needs PostgreSQL', () => {}))
} else {
  describe('the search for a driver, when its process is killed', () => {
    let town: Town
    let operator = ''
    beforeAll(async () => {
      town = await openTown(postgres.url, 1)
      operator = await town.operator()
    })
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    const kill = async (server: ServerProcess): Promise<void> => {
      expect(await server.end('SIGKILL')).toBe('SIGKILL')
      town.servers.splice(town.servers.indexOf(server), 1)
    }
    const search = async (server: ServerProcess, id_service: number): Promise<void> => {
      const { status, body } = await town.ask(server, 'POST', 'admin/dispatcher/requestVehicle', operator, {
        id_service,
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const offers = (id: number) =>
      town.query<{ id: number; id_driver: number; state: string }>(
        'select id::int as id, id_driver::int as id_driver, state from service_offers where id_service = $1 order by id',
        [id],
      )
    const story = async (id: number) => (await offers(id)).map(({ id_driver, state }) => [id_driver, state])
    const deadlineNow = (id: number) =>
      town.query("update service_offers set date_deadline = now() where id_service = $1 and state = 'pending'", [id])
    const until = (id: number, expected: readonly unknown[]) =>
      expect.poll(() => story(id), { timeout: 30_000, interval: 50 }).toEqual(expected)
    const only = (): ServerProcess =>
      town.servers[0] ??
      (() => {
        throw new Error('no server')
      })()

    test('goes on in another process, which ends the request in time and asks the next driver', async () => {
      const [first, second] = [await town.driver(-12, -77), await town.driver(-12.002, -77)]
      const id = await town.service(-12, -77)
      const elected = only()
      await search(elected, id)
      await until(id, [[first.id, 'pending']])
      const heir = await town.open()
      await kill(elected)
      await deadlineNow(id)
      await until(id, [
        [first.id, 'expired'],
        [second.id, 'pending'],
      ])
      const late = await accept(heir, first, (await offers(id))[0]?.id ?? 0)
      expect(late.status).toBe(409)
      expect((await accept(heir, second, (await offers(id))[1]?.id ?? 0)).status).toBe(200)
      expect(await town.query('select state, id_driver::int as id_driver from services where id = $1', [id])).toEqual([
        { state: 'accepted', id_driver: second.id },
      ])
    })

    test('stands still while no process runs, and goes on when one is started again', async () => {
      const [first, second] = [await town.driver(-13, -77), await town.driver(-13.002, -77)]
      const id = await town.service(-13, -77)
      await search(only(), id)
      await until(id, [[first.id, 'pending']])
      await kill(only())
      await deadlineNow(id)
      await new Promise((done) => setTimeout(done, 1500))
      expect(await story(id)).toEqual([[first.id, 'pending']])
      await town.open()
      await until(id, [
        [first.id, 'expired'],
        [second.id, 'pending'],
      ])
    })

    test('asks each driver once for one of many services, however often it is cut off in the middle', async () => {
      const many = Array.from({ length: 12 }, (_, i) => i)
      const drivers: RaceDriver[] = []
      for (const i of many) drivers.push(await town.driver(-14 + i / 2000, -77))
      const ids: number[] = []
      for (const i of many) ids.push(await town.service(-14 + i / 2000, -77))
      await town.query("update services set state = 'requested', date_requested = now() where id = any($1)", [ids])
      for (let cut = 0; cut < 2; cut++) {
        await town.query("select pg_notify('tr_jobs', 'services.dispatch')")
        await new Promise((done) => setTimeout(done, 40 + Math.random() * 120))
        await kill(only())
        await town.open()
      }
      const asked = () =>
        town.query<{ id_service: number; id_driver: number }>(
          `select id_service::int as id_service, id_driver::int as id_driver from service_offers
            where id_service = any($1) and state = 'pending'`,
          [ids],
        )
      await expect.poll(async () => (await asked()).length, { timeout: 30_000, interval: 50 }).toBe(12)
      const found = await asked()
      expect(found.map((one) => one.id_service).sort((a, b) => a - b)).toEqual(ids)
      expect(found.map((one) => one.id_driver).sort((a, b) => a - b)).toEqual(drivers.map((one) => one.id))
      expect(
        await town.query('select 1 from service_offers where id_service = any($1) and state <> $2', [ids, 'pending']),
      ).toEqual([])
    }, 180_000)

    const accept = (server: ServerProcess, { token }: RaceDriver, offer: number) =>
      town.ask(server, 'POST', `driver/offers/${offer}/accept`, token)
  })
}

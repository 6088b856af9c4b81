import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type RaceAnswer, type RaceDriver, type Town } from './races-fixture'

// Accept, expiry, cancel and reassignment of the same service at the same moment in three processes on one PostgreSQL.
// RACE_ROUNDS=1000 is the whole of it; in every run fewer.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const ROUNDS = Number(process.env['RACE_ROUNDS'] || 48)
const OPERATORS = Number(process.env['RACE_OPERATORS'] || 60)
const VEHICLES = 20
const LANES = 6

if ('skipped' in postgres) {
  console.log(`skipped: races of the dispatch: ${postgres.skipped}`)
  describe.skip(`races of the dispatch (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  // What happens to be right at the second try is a race lost.
  describe('three processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let operator = ''
    beforeAll(async () => {
      town = await openTown(postgres.url, 3)
      operator = await town.operator()
    })
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    const anyServer = () =>
      town.servers[Math.floor(Math.random() * 3)] ??
      (() => {
        throw new Error('no server')
      })()
    const soon = (within_ms: number) => new Promise((done) => setTimeout(done, Math.random() * within_ms))
    const post = async (within_ms: number, path: string, token: string, input = {}): Promise<RaceAnswer> => {
      await soon(within_ms)
      return town.ask(anyServer(), 'POST', path, token, input)
    }
    const chance = (share: number) => Math.random() < share

    test(`one outcome each, never two drivers and never two rides, in ${ROUNDS} rounds of accept, expiry, cancel and reassignment at once`, async () => {
      const tally: { [outcome: string]: number } = {}
      let left = ROUNDS
      const lanes = await Promise.allSettled(
        Array.from({ length: LANES }, async (_, lane) => {
          // Each lane is a town of its own: nobody of another is near.
          const [lat, lng] = [-12 + lane, -77]
          const drivers: Pair = [await town.driver(lat, lng), await town.driver(lat + 0.002, lng)]
          while (left-- > 0) {
            const outcome = await round(lat, lng, drivers).catch((error: unknown) => {
              // One that fails ends them all.
              left = 0
              throw error
            })
            tally[outcome] = (tally[outcome] ?? 0) + 1
          }
        }),
      )
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
      console.log(
        `races: ${ROUNDS} rounds: ${Object.entries(tally)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([what, n]) => `${what} ${n}`)
          .join(', ')}`,
      )
      expect(Object.values(tally).reduce((sum, n) => sum + n, 0)).toBe(ROUNDS)
      expect(Object.keys(tally).length).toBeGreaterThan(2)
    }, 1_800_000)

    type Pair = readonly [RaceDriver, RaceDriver]

    async function round(lat: number, lng: number, [first, second]: Pair): Promise<string> {
      const rival = await town.service(lat + 0.5, lng)
      // Either is asked: the other one is who gets it by hand.
      const [driver, other] = chance(0.5) ? [first, second] : [second, first]
      // From 16 ms to 630: on a fast machine and on a slow one the answer comes before the deadline, after it, and with
      // it.
      const left_ms = 10 ** (1.2 + Math.random() * 1.6)
      const { id: service, offer } = await town.asking(lat, lng, driver, left_ms)
      const wanted: [string, Promise<RaceAnswer>][] = [
        ['accept', post(left_ms, `driver/offers/${offer}/accept`, driver.token)],
      ]
      if (chance(0.3)) wanted.push(['again', post(left_ms, `driver/offers/${offer}/accept`, driver.token)])
      if (chance(0.2)) wanted.push(['reject', post(left_ms, `driver/offers/${offer}/reject`, driver.token)])
      const give = { id_service: service, id_vehicle: other.vehicle }
      const by = Math.random()
      if (by < 0.4) wanted.push(['assign', post(left_ms, 'admin/dispatcher/assignVehicle', operator, give)])
      // An operator who has seen the driver accept, and takes them off.
      else if (by < 0.64)
        wanted.push([
          'replace',
          post(left_ms, 'admin/dispatcher/assignVehicle', operator, { ...give, replaces: driver.id }),
        ])
      if (chance(0.4))
        wanted.push([
          'rival',
          post(left_ms, 'admin/dispatcher/assignVehicle', operator, { id_service: rival, id_vehicle: driver.vehicle }),
        ])
      if (chance(0.3))
        wanted.push(['cancel', post(left_ms, 'admin/dispatcher/cancelService', operator, { id_service: service })])
      const expiry = soon(10)
        .then(() => new Promise((done) => setTimeout(done, left_ms)))
        .then(() => town.query("select pg_notify('tr_jobs', 'services.dispatch')"))
      const answers = new Map<string, RaceAnswer>()
      const [told] = await Promise.all([
        Promise.all(wanted.map(async ([what, answer]): Promise<[string, RaceAnswer]> => [what, await answer])),
        expiry,
      ])
      for (const [what, answer] of told) answers.set(what, answer)
      const outcome = await judged(service, rival, answers, { driver, other })
      await cleared([service, rival], [driver, other])
      return outcome
    }

    async function judged(
      service: number,
      rival: number,
      answers: ReadonlyMap<string, RaceAnswer>,
      { driver, other }: { driver: RaceDriver; other: RaceDriver },
    ): Promise<string> {
      const told = `${service}: ${JSON.stringify([...answers].map(([what, { status, body }]) => [what, status, body['msg']]))}`
      const won = (what: string) => answers.get(what)?.status === 200
      for (const [what, { status }] of answers) expect([200, 409], `${what} of ${told}`).toContain(status)
      const rowOf = async (id: number) =>
        (
          await town.query<{ state: string; id_driver: number | null }>(
            'select state, id_driver::int as id_driver from services where id = $1',
            [id],
          )
        )[0]
      const [row, taken] = [await rowOf(service), await rowOf(rival)]
      const accepted = won('accept') || won('again')
      // One driver: of accept and assign at most one was told yes, a retry is told what the first was, and a refusal
      // stands.
      expect(Number(accepted) + Number(won('assign')), told).toBeLessThanOrEqual(1)
      expect(won('reject') && accepted, told).toBe(false)
      // One ride: whoever accepted this one was given the other only after losing it.
      if (!won('cancel') && !won('replace')) expect(accepted && won('rival'), told).toBe(false)
      expect(taken, told).toEqual(
        won('rival') ? { state: 'accepted', id_driver: driver.id } : { state: 'created', id_driver: null },
      )
      // What was answered is what is there.
      if (won('cancel')) expect(row?.state, told).toBe('canceled')
      else if (won('assign') || won('replace')) expect(row, told).toEqual({ state: 'accepted', id_driver: other.id })
      else if (accepted) expect(row, told).toEqual({ state: 'accepted', id_driver: driver.id })
      else expect(['requested', 'unassigned'], told).toContain(row?.state)
      await assertOffers(service, told)
      await assertLog([service, rival], told)
      const had = accepted ? 'accept' : won('assign') ? 'assign' : 'nobody'
      return [
        had,
        won('replace') ? '+replace' : '',
        won('cancel') ? '+cancel' : '',
        won('rival') ? ' (other ride)' : '',
      ].join('')
    }

    async function assertOffers(service: number, told: string): Promise<void> {
      const [offers] = await town.query<{ pending: number; accepted: number }>(
        `select count(*) filter (where state = 'pending')::int as pending,
          count(*) filter (where state = 'accepted')::int as accepted
         from service_offers where id_service = $1`,
        [service],
      )
      expect(offers?.pending, told).toBeLessThanOrEqual(1)
      expect(offers?.accepted, told).toBeLessThanOrEqual(1)
    }

    interface Line {
      readonly id: number
      readonly changes: { state?: Change<string>; version?: Change<number>; id_driver?: Change<number | null> } | null
    }
    interface Change<T> {
      readonly from: T
      readonly to: T
    }

    /**
     * The log is one story: each line begins where the one before ended, and at no line does a driver have two rides.
     */
    async function assertLog(services: readonly number[], told: string): Promise<void> {
      const lines = await town.query<Line>(
        "select id_target::int as id, changes from logs where target = 'services' and id_target = any($1) and type_log like 'service\\_%' order by logs.id",
        [services],
      )
      const now = new Map<number, { state?: string; version?: number; driver?: number | null }>()
      for (const { id, changes } of lines) {
        const { state, version, driver } = now.get(id) ?? {}
        if (state !== undefined) expect(changes?.state?.from ?? state, `${told} log`).toBe(state)
        if (version !== undefined && changes?.version) expect(changes.version.from, `${told} log`).toBe(version)
        if (changes?.version) expect(changes.version.to, `${told} log`).toBe(changes.version.from + 1)
        now.set(id, {
          state: changes?.state?.to ?? state,
          version: changes?.version?.to ?? version,
          driver: changes?.id_driver ? changes.id_driver.to : driver,
        })
        const riding = [...now.values()].flatMap((one) => (one.state === 'accepted' ? [one.driver] : []))
        expect(new Set(riding).size, `${told} log`).toBe(riding.length)
      }
    }

    async function cleared(services: readonly number[], drivers: readonly RaceDriver[]): Promise<void> {
      for (const id_service of services) {
        const { status, body } = await town.ask(anyServer(), 'POST', 'admin/dispatcher/cancelService', operator, {
          id_service,
        })
        expect([200, 409], JSON.stringify(body)).toContain(status)
      }
      const ids = drivers.map(({ id }) => id)
      const rows = await town.query<{ state: string; availability: string; pending: number }>(
        `select h.state, p.availability, (select count(*)::int from service_offers o where o.id_driver = h.id_driver
          and o.state = 'pending') as pending
         from driver_shifts h join vehicle_positions p on p.id_vehicle = h.id_vehicle where h.id_driver = any($1)`,
        [ids],
      )
      expect(rows, JSON.stringify(services)).toEqual(
        ids.map(() => ({ state: 'online', availability: 'online', pending: 0 })),
      )
    }

    test(`of ${OPERATORS} operators who assign from ${VEHICLES} vehicles at once, each vehicle is given to one`, async () => {
      const [lat, lng] = [-20, -77]
      const drivers: RaceDriver[] = []
      for (let i = 0; i < VEHICLES; i++) drivers.push(await town.driver(lat + i / 1000, lng))
      const operators: { token: string; service: number }[] = []
      for (let i = 0; i < OPERATORS; i++)
        operators.push({ token: await town.operator(), service: await town.service(lat, lng) })
      const answers = await Promise.all(
        operators.map(({ token, service }, i) =>
          post(20, 'admin/dispatcher/assignVehicle', token, {
            id_service: service,
            id_vehicle: drivers[i % VEHICLES]?.vehicle ?? 0,
          }),
        ),
      )
      const yes = answers.filter(({ status }) => status === 200)
      const no = answers.filter(({ status }) => status === 409)
      console.log(
        `races: ${OPERATORS} operators, ${VEHICLES} vehicles: ${yes.length} given, ${no.length} refused as the driver has another ride, ${answers.length - yes.length - no.length} otherwise`,
      )
      expect([yes.length, no.length]).toEqual([VEHICLES, OPERATORS - VEHICLES])
      expect(new Set(no.map(({ body }) => body['msg']))).toEqual(
        new Set(['El conductor ya tiene un servicio en curso.']),
      )
      const given = await town.query<{ id_driver: number; n: number }>(
        `select id_driver::int as id_driver, count(*)::int as n from services where id = any($1) and state = 'accepted'
          group by 1 order by 1`,
        [operators.map(({ service }) => service)],
      )
      expect(given).toEqual(drivers.map(({ id }) => ({ id_driver: id, n: 1 })))
    }, 300_000)
  })
}

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { GENERATION_JOB } from '../../custom/billing/server/generation/generation-job'
import type { HeldLock } from '../../src/server/platform/database/database'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }

eachEngine((_engine, open) =>
  describe('drafts that the server makes by itself', () => {
    let at: ServicesApp
    let names = 0
    let lock: HeldLock | null = null
    beforeAll(async () => {
      at = await servicesApp(
        async (options) => {
          const database = await open(options)
          // Nobody does it until the lock is given back, as between the death of one process and the next one's turn.
          lock = await database.tryLock(`job ${GENERATION_JOB}`)
          return database
        },
        () => NOON,
      )
    })

    const driver = async (): Promise<number> => {
      const id = await at.put('users', {
        type_user: '2',
        name: `Luis ${++names}`,
        surname: 'Paz',
        email: `serie${names}@test.pe`,
      })
      await at.put('services', {
        id_client: at.id['ana'],
        id_product: at.id['taxi'],
        id_payment: at.id['credit'],
        id_driver: id,
        state: 'finalized',
        outcome: 'finalized',
        date_finalized: '2026-11-10T15:00:00Z',
        price_total: '20',
        price_fee: '4',
        price_driver: '16',
      })
      return id
    }
    const drivers = (many: number) => Promise.all(Array.from({ length: many }, driver))
    const post = (path: string, input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'operator') =>
      at.call(role, path, input)
    const begin = (id_drivers: readonly number[], role: Parameters<ServicesApp['call']>[0] = 'operator') =>
      post('liquidations/generation', { ...WEEK, id_drivers: [...id_drivers] }, role)
    const runOf = async (role: Parameters<ServicesApp['get']>[0] = 'operator', module = 'liquidations') =>
      (await at.get(role, `${module}/generation`)).body['run'] as JsonObject | null
    const ended = async (role: Parameters<ServicesApp['get']>[0] = 'operator', module = 'liquidations') => {
      await expect
        .poll(async () => (await runOf(role, module))?.['state'], { timeout: 30_000, interval: 50 })
        .not.toBe('waiting')
      return runOf(role, module)
    }
    const draftsOf = async (ids: readonly number[]) =>
      (
        await sql<{
          readonly n: number
        }>`select count(*)::integer as n from liquidations where id_driver = any(${[...ids]}::bigint[]) and state = '1'
          and date_deleted is null`.execute(at.server.database.db)
      ).rows[0]?.n
    test('are one generation of each person at a time, stopped by who asked for it, and go on where a process died', async () => {
      const [ids, others] = [await drivers(30), await drivers(3)]
      const {
        body: { run },
      } = await begin(ids)
      const id = (run as JsonObject)['id'] ?? null
      expect((await begin(ids)).status).toBe(409)
      // Another's is no matter of theirs.
      expect((await begin(others, 'root')).status).toBe(200)
      expect((await post('liquidations/generationStop', { id }, 'root')).status).toBe(404)
      expect((await post('liquidations/generationStop', { id })).body['run']).toMatchObject({
        state: 'stopped',
        made: 0,
      })
      expect((await post('liquidations/generationStop', { id })).status).toBe(404)
      expect((await begin(ids)).status).toBe(200)
      // As one leaves it that died after its first drafts were there and counted, and two more that were not; one of
      // the others' drivers is gone since.
      for (const some of [ids.slice(0, 25), ids.slice(25, 27)])
        expect((await post('liquidations/generate', { ...WEEK, id_drivers: some })).status).toBe(200)
      const { db } = at.server.database
      await sql`update closing_runs set done = 25, made = 25 where state = 'waiting' and total = 30`.execute(db)
      await sql`update users set date_deleted = now() where id = ${others[1] ?? 0}`.execute(db)
      expect((await begin(others)).status).toBe(404)
      await lock?.release()
      await wakeJob(db, GENERATION_JOB)
      expect([await ended(), await draftsOf(ids)]).toMatchObject([
        { state: 'done', done: 30, made: 30, refused: 0 },
        30,
      ])
      expect([await ended('root'), await draftsOf(others)]).toMatchObject([
        { state: 'done', done: 3, made: 2, refused: 1, problem: expect.stringMatching(/./) },
        2,
      ])
    })

    test('are begun by one call and made without anybody waiting: one for each driver, told to who comes back', async () => {
      const ids = await drivers(60)
      const began = await begin(ids)
      expect([began.status, began.body['run']], began.text).toMatchObject([
        200,
        { state: 'waiting', total: 60, ...WEEK },
      ])
      expect(await ended()).toMatchObject({ state: 'done', total: 60, done: 60, made: 60, refused: 0, problem: null })
      expect(await draftsOf(ids)).toBe(60)
      // The same again are the same drafts.
      expect((await begin(ids)).status).toBe(200)
      expect([await ended(), await draftsOf(ids)]).toMatchObject([{ made: 60 }, 60])
      // It is the asker's own.
      expect((await runOf('root'))?.['total']).toBe(3)
    })

    test('are invoices as well, by area', async () => {
      const id_company = await at.put('companies', {
        name: `Minera ${++names}`,
        document: String(20300000000 + names),
        type: '1',
      })
      const area = await at.put('company_areas', { id_company, name: 'Ventas' })
      for (const id_company_area of [area, null]) {
        await at.put('services', {
          id_client: at.id['ana'],
          id_product: at.id['taxi'],
          id_payment: at.id['credit'],
          id_company,
          id_company_area,
          state: 'finalized',
          outcome: 'finalized',
          date_finalized: '2026-11-10T15:00:00Z',
          price_total: '118',
          price_driver: '100',
        })
      }
      const began = await post('invoices/generation', {
        ...WEEK,
        by: 'area',
        detail: 'summary',
        parties: [
          { id_company, id_part: area },
          { id_company, id_part: null },
        ],
      })
      expect(began.status, began.text).toBe(200)
      expect(await ended('operator', 'invoices')).toMatchObject({ state: 'done', made: 2 })
      const { rows } = await sql<JsonObject>`select total::float8 as total, by, detail, id_company_area from invoices
          where id_company = ${id_company} order by id`.execute(at.server.database.db)
      expect(rows).toMatchObject([
        { total: 118, by: 'area', detail: 'summary', id_company_area: area },
        { total: 118, id_company_area: null },
      ])
    })

    test('are for the staff of the house alone, and of days in their order', async () => {
      const [id = 0] = await drivers(1)
      for (const role of ['companyA', 'readerA', 'reader', 'none'] as const) {
        expect((await begin([id], role)).status, role).toBe(403)
        expect(
          (
            await post(
              'invoices/generation',
              {
                ...WEEK,
                by: 'company',
                detail: 'services',
                parties: [{ id_company: at.server.ids.companies.a, id_part: null }],
              },
              role,
            )
          ).status,
          role,
        ).toBe(403)
      }
      expect(
        (await post('liquidations/generation', { date_from: '2026-11-15', date_to: '2026-11-09', id_drivers: [id] }))
          .status,
      ).toBe(422)
    })
  }),
)

import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { automaticMoves } from '../../src/server/records/flow/automatic-moves'
import { buildApp } from '../../src/server/boot/app'
import type { Database } from '../../src/server/platform/database/database'
import { openDatabase } from '../../src/server/platform/database/open'
import { folderStorage } from '../../src/server/platform/files/folder-storage'
import { readWords } from '../../src/server/language/words/read-words'
import { TEST_KEYRING } from '../keyring'
import { given } from '../open-fresh'
import { freshDatabase } from '../postgres'
import { testApp, type TestApp } from './fixture-app'

const ISSUES = 1000
const SCHEMAS = {
  tickets: {
    title: 'Boleta',
    required: ['name'],
    'x-scope': { shared: true },
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        issue: { title: 'Emitir', from: ['1'], to: '2', series: 'number' },
        reopen: { title: 'Reabrir', from: ['2'], to: '1' },
        lapse: {
          title: 'Vencer',
          automatic: true,
          from: ['1'],
          to: '3',
          when: { date_due: { lt: { now: '0d' } } },
          series: 'number',
        },
      },
    },
    properties: {
      name: { type: 'string', maxLength: 40 },
      number: { type: 'string', maxLength: 20, 'x-unique': true, 'x-series': { format: 'B{n:5}' } },
      date_due: { type: 'string', format: 'date' },
      code: { type: 'string', maxLength: 20, 'x-series': { format: '{yyyy}-{mm}/{n}', start: 7 } },
      state: {
        'x-type': 'enum',
        'x-values': [
          { value: '1', title: 'Borrador' },
          { value: '2', title: 'Emitida' },
          { value: '3', title: 'Vencida' },
        ],
      },
    },
  },
}
const postgres = inject('postgres')

describe('a series of numbers', () => {
  let at: TestApp
  let now = new Date('2026-11-30T12:00:00.000Z')
  beforeAll(async () => {
    at = await testApp({ schemas: SCHEMAS, now: () => now })
  })
  afterAll(() => at?.close())
  const made = async (input: object = {}) =>
    (await at.call('root', 'POST', 'tickets/create', { name: 'X', ...input })).body.item as {
      id: number
      number: string | null
      code: string
    }

  test('is given once, by the move that issues or when the record is made, and begins anew with its month', async () => {
    const one = await made()
    expect(one).toMatchObject({ number: null, code: '2026-11/7' })
    await at.call('root', 'POST', 'tickets/issue', { id: one.id })
    await at.call('root', 'POST', 'tickets/reopen', { id: one.id })
    await at.call('root', 'POST', 'tickets/issue', { id: one.id })
    expect((await at.call('root', 'GET', `tickets/${one.id}`)).body.item).toMatchObject({ number: 'B00001' })
    now = new Date('2026-12-01T12:00:00.000Z')
    expect((await made()).code).toBe('2026-12/7')
    expect((await made()).code).toBe('2026-12/8')
  })

  test('is given by a move that happens by itself once its rule holds, which nobody else can make', async () => {
    const run = () => automaticMoves.run({ runtime: at.runtime, signal: new AbortController().signal, log: () => {} })
    const [due, never] = [await made({ date_due: '2026-12-10' }), await made()]
    const of = async (id: number) => (await at.call('root', 'GET', `tickets/${id}`)).body.item
    await run()
    expect(await of(due.id)).toMatchObject({ state: '1', version: 1 })
    expect(await at.call('root', 'POST', 'tickets/lapse', { id: due.id })).toMatchObject({ status: 404 })
    now = new Date('2026-12-11T12:00:00.000Z')
    await run()
    await run()
    expect(await of(due.id)).toMatchObject({ state: '3', version: 2, number: 'B00002' })
    expect(await of(never.id)).toMatchObject({ state: '1', version: 1, number: null })
    const { rows } = await sql<{ id_user: number | null }>`
      select id_user from logs where target = 'tickets' and type_log = 'lapse'`.execute(at.database.db)
    expect(rows).toEqual([{ id_user: null }])
    now = new Date('2026-12-01T12:00:00.000Z')
  })

  test('is written by nobody, and a record that is refused takes no number', async () => {
    expect(await at.call('root', 'POST', 'tickets/create', { name: 'X', code: '2026-12/99' })).toMatchObject({
      status: 422,
    })
    expect(await at.call('root', 'POST', 'tickets/create', { name: null })).toMatchObject({ status: 422 })
    const file = [{ name: 'Y' }, { name: 'x'.repeat(60) }, { name: 'Z' }]
    await Promise.all(file.map((input) => at.call('root', 'POST', 'tickets/create', input)))
    const codes = (
      await at.call('root', 'GET', 'tickets', { q: '', limit: 50, filters: { code: { contains: '2026-12' } } })
    ).body.items as { code: string }[]
    expect(codes.map(({ code }) => Number(code.split('/')[1])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: codes.length }, (_, i) => 7 + i),
    )
  })
})

if ('skipped' in postgres) {
  console.log(`skipped: a series of three servers: ${postgres.skipped}`)
  describe.skip(`a series of three servers (${postgres.skipped})`, () => test('needs PostgreSQL', () => {}))
} else {
  describe('a series of three servers on one PostgreSQL', () => {
    let databases: Database[] = []
    let servers: Pick<TestApp, 'app'>[] = []
    let first: TestApp
    let drop: () => Promise<void>
    beforeAll(async () => {
      const own = await freshDatabase(postgres.url)
      drop = own.drop
      databases = await Promise.all([1, 2, 3].map(() => openDatabase(own.url)))
      const [mine, ...others] = databases as [Database, Database, Database]
      first = await testApp({ schemas: SCHEMAS, open: given(mine) })
      servers = [
        first,
        ...(await Promise.all(
          others.map(async (database) => ({
            app: await buildApp({
              keyring: TEST_KEYRING,
              storage: folderStorage(join(tmpdir(), 'no-files')),
              database,
              metadata: first.metadata,
              features: [],
              words: readWords(join(import.meta.dirname, '../../i18n')),
            }),
          })),
        )),
      ]
    })
    afterAll(async () => {
      await Promise.all(servers.slice(1).map(({ app }) => app.close()))
      await first?.close()
      await Promise.all(databases.map((database) => database.close()))
      await drop?.()
    })

    test(`gives ${ISSUES} issues at once the numbers 1 to ${ISSUES}, none twice and none missing`, async () => {
      await first.database.transaction(async (tx) => {
        await tx
          .insertInto('tickets')
          .values(Array.from({ length: ISSUES }, (_, i) => ({ name: `T${i}`, state: '1' })))
          .execute()
      })
      const ids = (await first.database.db.selectFrom('tickets').select('id').execute()).map(({ id }) => Number(id))
      const token = await first.tokenFor('root')
      // A server that is asked by too many at once says so (503), and is asked again, as a program would.
      const issue = async (id: number, i: number) => {
        for (;;) {
          const reply = await servers[i % servers.length]!.app.inject({
            method: 'POST',
            url: '/api/admin/tickets/issue',
            headers: { authorization: `Bearer ${token}` },
            payload: { id },
          })
          if (reply.statusCode !== 503) return reply
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      // Some are asked for twice at once, and some among many: those give back what they took.
      const statuses = await Promise.all([...ids.map(issue), ...ids.slice(0, 50).map((id, i) => issue(id, i + 1))])
      expect(statuses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(ISSUES)
      expect(statuses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(50)
      const rows = await first.database.db.selectFrom('tickets').select('number').execute()
      expect(rows.map(({ number }) => String(number)).toSorted()).toEqual(
        Array.from({ length: ISSUES }, (_, i) => `B${String(i + 1).padStart(5, '0')}`),
      )
    })
  })
}

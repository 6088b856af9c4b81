import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { newToken } from '../../src/server/language/actor/token'
import { childServer, type ChildServer } from '../child-server'
import { freshDatabase, privatePostgres } from '../postgres'
import '../postgres-setup'

// Three servers in processes of their own on one PostgreSQL, asked all at once: what a row's version, a unique value,
// an order and a closed session promise must hold between processes too.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const PROCESSES = 3

const SCHEMAS: { readonly [name: string]: JsonObject } = {
  shelves: {
    title: 'Shelf',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable', 'sortable'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 80 },
      code: { type: 'string', maxLength: 20, 'x-unique': true },
      amount: { type: 'integer', default: 0 },
    },
    'x-rollups': [{ each: 'hour', at: 'date_created', by: ['state'], sum: ['amount'] }],
  },
}

interface Answer {
  readonly status: number
  readonly body: JsonObject
}

if ('skipped' in postgres) {
  console.log(`skipped: several processes: ${postgres.skipped}`)
  describe.skip(`several processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('several server processes on one PostgreSQL', () => {
    const root = mkdtempSync(join(tmpdir(), 'processes-'))
    const { token, hash } = newToken()
    let servers: ChildServer[] = []
    let client: Client
    let drop: () => Promise<void>

    beforeAll(async () => {
      cpSync(join(import.meta.dirname, '../../i18n'), join(root, 'i18n'), { recursive: true })
      for (const folder of ['schemas', 'resources']) mkdirSync(join(root, folder))
      for (const [name, schema] of Object.entries(SCHEMAS))
        writeFileSync(join(root, `schemas/${name}.json`), JSON.stringify(schema))
      writeFileSync(
        join(root, 'resources/shelves.json'),
        JSON.stringify({
          stats: [
            { id: 'all', title: 'Shelves' },
            { id: 'amounts', title: 'Amounts', sum: 'amount' },
          ],
        }),
      )
      writeFileSync(
        join(root, 'resources/roles.json'),
        JSON.stringify({ title: 'Roles', form: { rows: [['name', 'type_user', 'root', 'all_modules']] } }),
      )
      const own = await freshDatabase(postgres.url)
      drop = own.drop
      // All three come at once to an empty database: one makes it, the others wait.
      servers = await Promise.all(
        Array.from({ length: PROCESSES }, () =>
          childServer('engine-server.ts', { DATABASE_URL: own.url, PROJECT_DIR: root }),
        ),
      )
      client = new Client({ connectionString: own.url })
      client.on('error', () => {})
      await client.connect()
      await client.query(
        "insert into users (name, type_user, id_role, language) select 'Root', '1', id, 'es' from roles where root",
      )
      await client.query(
        "insert into sessions (hash, id_user, platform, last_activity) select $1, max(id), 'web', now() from users",
        [hash],
      )
    })
    afterAll(async () => {
      await client?.end()
      await Promise.all(servers.map((server) => server.stop()))
      await drop?.()
      rmSync(root, { recursive: true, force: true })
      await postgres.stop?.()
    })

    /** A call to the nth process. */
    async function post(nth: number, path: string, body: JsonObject, as = token): Promise<Answer> {
      const reply = await fetch(`${servers[nth % PROCESSES]?.url}/api/admin/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      })
      return { status: reply.status, body: (await reply.json()) as JsonObject }
    }
    const made = async (name: string, more: JsonObject = {}): Promise<number> => {
      const { status, body } = await post(0, 'shelves/create', { name, ...more })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return Number(body.id)
    }
    const all = <T>(count: number, one: (i: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, i) => one(i)))
    const rowOf = async (id: number) =>
      (await client.query<{ [column: string]: unknown }>('select * from shelves where id = $1', [id])).rows[0]

    test('of edits that read the same version exactly one is taken, and the others are told', async () => {
      const id = await made('Contended')
      const answers = await all(24, (i) => post(i, 'shelves/create', { id, version: 1, name: `By ${i}` }))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 23 }, () => 409)])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect(await rowOf(id)).toMatchObject({ name: `By ${winner}`, version: 2 })
      const { rows } = await client.query(
        "select id from logs where target = 'shelves' and id_target = $1 and type_log = 'edit'",
        [id],
      )
      expect(rows).toHaveLength(1)
    })

    test('edits without a version all land, one after the other, each in the log', async () => {
      const id = await made('Counted')
      const answers = await all(18, (i) => post(i, 'shelves/create', { id, amount: i + 1 }))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(Number((await rowOf(id))?.version)).toBe(19)
      const { rows } = await client.query(
        "select id from logs where target = 'shelves' and id_target = $1 and type_log = 'edit'",
        [id],
      )
      expect(rows).toHaveLength(18)
    })

    test('a unique value is given once', async () => {
      const answers = await all(12, (i) => post(i, 'shelves/create', { name: `Unique ${i}`, code: 'A-1' }))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 422)])
      expect(
        answers.filter(({ status }) => status === 422).every(({ body }) => 'code' in (body.errors as JsonObject)),
      ).toBe(true)
    })

    test('orders that are dragged at once leave one of them whole', async () => {
      const ids = await all(12, (i) => made(`Sorted ${i}`))
      const turns = Array.from({ length: 9 }, (_, i) => [...ids.slice(i), ...ids.slice(0, i)])
      const answers = await Promise.all(turns.map((items, i) => post(i, 'shelves/resort', { items })))
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const { rows } = await client.query<{ id: number }>(
        'select id from shelves where id = any($1) order by rank, id',
        [ids],
      )
      const found = rows.map(({ id }) => Number(id)).join()
      expect(turns.map((items) => items.join())).toContain(found)
    })

    test('bulk changes of the same rows in opposite orders neither fail nor mix up a row', async () => {
      const ids = await all(30, (i) => made(`Bulk ${i}`))
      const answers = await all(9, (i) =>
        post(i, `shelves/${i % 2 ? 'enable' : 'disable'}`, { ids: i % 3 ? ids : [...ids].reverse() }),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const { rows } = await client.query<{
        id: number
        state: string
        version: number
        changes: number
        last: string
      }>(
        `
        select s.id, s.state, s.version::int, (select count(*)::int from logs l
          where l.target = 'shelves' and l.id_target = s.id) as changes,
          (select l.type_log from logs l where l.target = 'shelves' and l.id_target = s.id order by l.id desc
            limit 1) as last
        from shelves s where s.id = any($1)`,
        [ids],
      )
      expect(rows).toHaveLength(30)
      for (const row of rows) {
        expect(row.version, `row ${row.id}`).toBe(row.changes)
        expect(row.last).toBe({ 0: 'disable', 1: row.version === 1 ? 'create' : 'enable' }[row.state])
      }
    })

    test('what one process closes is closed in all, and a right that is taken is gone everywhere', async () => {
      const other = newToken()
      await client.query(
        "insert into users (name, type_user, language, id_role) select 'Other', '1', 'es', id from roles where root",
      )
      await client.query(
        "insert into sessions (hash, id_user, platform, last_activity) select $1, max(id), 'web', now() from users",
        [other.hash],
      )
      const seen = () =>
        all(
          PROCESSES,
          async (i) =>
            (
              await fetch(`${servers[i]?.url}/api/admin/shelves`, {
                headers: { authorization: `Bearer ${other.token}` },
              })
            ).status,
        )
      expect(await seen()).toEqual([200, 200, 200])
      await client.query("update users set id_role = null where name = 'Other'")
      await expect.poll(seen).toEqual([403, 403, 403])
      await client.query("update users set id_role = (select id from roles where root limit 1) where name = 'Other'")
      await expect.poll(seen).toEqual([200, 200, 200])
      expect((await post(1, 'login/logout', {}, other.token)).status).toBe(200)
      await expect.poll(seen).toEqual([401, 401, 401])
    })

    test("a role that one process edits is in force at its holders' next call on all, and none of them lets anybody grant what they lack", async () => {
      const role = async (nth: number, body: JsonObject, as?: string) => post(nth, 'roles/create', body, as)
      const { body: made } = await role(0, { name: 'Vistas', type_user: '1', all_modules: '0' })
      const id = Number(made.id)
      const holder = newToken()
      await client.query("insert into users (name, type_user, language, id_role) values ('Holder', '1', 'es', $1)", [
        id,
      ])
      await client.query(
        "insert into sessions (hash, id_user, platform, last_activity) select $1, max(id), 'web', now() from users",
        [holder.hash],
      )
      const headers = { authorization: `Bearer ${holder.token}` }
      const sees = () =>
        all(PROCESSES, async (i) => (await fetch(`${servers[i]?.url}/api/admin/shelves`, { headers })).status)
      const edits = () =>
        all(PROCESSES, async (i) => (await post(i, 'shelves/create', { name: `of ${i}` }, holder.token)).status)
      expect(await sees()).toEqual([403, 403, 403])
      expect((await role(1, { id, all_modules: '1' })).status).toBe(200)
      await expect.poll(sees).toEqual([200, 200, 200])
      expect(await edits()).toEqual([403, 403, 403])
      expect((await role(2, { id, all_modules: '2' })).status).toBe(200)
      await expect.poll(edits).toEqual([200, 200, 200])
      // With all modules in their hands they still make nobody root, themselves least.
      const raised = await all(PROCESSES, async (i) => (await role(i, { id, root: 1 }, holder.token)).status)
      expect(raised.filter((status) => status === 200)).toEqual([])
      expect((await role(0, { id, all_modules: '1' })).status).toBe(200)
      await expect.poll(edits).toEqual([403, 403, 403])
      expect(await all(PROCESSES, async (i) => (await role(i, { id, all_modules: '2' }, holder.token)).status)).toEqual(
        [403, 403, 403],
      )
      expect(await sees()).toEqual([200, 200, 200])
    })

    // The last: two of the processes are gone afterwards.
    test('numbers are those of the rows at each moment while all write, and whichever counts rollups may die', async () => {
      const counted = async (): Promise<number> =>
        Number(
          (await client.query<{ n: string }>('select count(*) as n from shelves where date_deleted is null')).rows[0]
            ?.n,
        )
      const marks = async (): Promise<number> =>
        Number((await client.query<{ n: string }>('select count(*) as n from engine_rollup_marks')).rows[0]?.n)
      const number = async (): Promise<{ readonly count: number; readonly value: number }> => {
        const reply = await fetch(`${servers[2]?.url}/api/admin/shelves/stats?ids=amounts`, {
          headers: { authorization: `Bearer ${token}` },
        })
        return (
          ((await reply.json()) as { items: readonly { count: number; value: number }[] }).items[0] ?? {
            count: -1,
            value: -1,
          }
        )
      }
      await expect
        .poll(async () => (await client.query('select from engine_rollups where ready')).rowCount, { timeout: 20_000 })
        .toBe(1)
      await expect.poll(marks, { timeout: 20_000 }).toBe(0)
      for (let round = 0; round < 12; round++) {
        const writing = all(9, (i) =>
          post(round < 4 ? i : round < 8 ? 1 + (i % 2) : 2, 'shelves/create', {
            name: `Round ${round} ${i}`,
            amount: i,
          }),
        )
        const before = await counted()
        const { count } = await number()
        expect(count).toBeGreaterThanOrEqual(before)
        expect(count).toBeLessThanOrEqual(await counted())
        expect((await writing).filter(({ status }) => status !== 200)).toEqual([])
        if (round === 3 || round === 7) await servers[round === 3 ? 0 : 1]?.kill()
      }
      await expect.poll(marks, { timeout: 20_000 }).toBe(0)
      const {
        rows: [table],
      } = await client.query<{ name: string }>('select name from engine_rollups')
      const kept = await client.query(
        `select date_created, state, "~n", "~sum amount" from "${String(table?.name)}" order by 1, 2`,
      )
      const fresh =
        await client.query(`select date_trunc('hour', date_created) + interval '30 minutes' as date_created, state,
          count(*)::int as "~n", sum(amount)::numeric as "~sum amount"
        from shelves where date_deleted is null group by 1, 2 order by 1, 2`)
      expect(kept.rows).toEqual(fresh.rows)
      expect((await number()).value).toBe(
        fresh.rows.reduce(
          (sum: number, row: { readonly [column: string]: unknown }) => sum + Number(row['~sum amount']),
          0,
        ),
      )
    }, 90_000)
  })
}

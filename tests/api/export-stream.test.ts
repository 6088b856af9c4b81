import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/server/platform/database/database'
import { eachEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { RECORD_SCHEMAS, recordApp, type RecordApp } from './records-fixture'

const ROWS = 30_000
const SCHEMAS = {
  ...RECORD_SCHEMAS,
  readings: {
    title: 'Lectura',
    type: 'object',
    required: ['name'],
    'x-size': 'large',
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 500 },
      value: { 'x-type': 'decimal', title: 'Valor' },
    },
  },
}

eachEngine((_engine, open) => {
  describe('a file on its way', () => {
    let at: RecordApp
    let server: Server
    beforeAll(async () => {
      at = await recordApp(open, { schemas: SCHEMAS })
      // Long names: more than the sockets of a loopback hold.
      await sql`insert into readings (name, value) select n || repeat('x', 400), n
        from generate_series(1, ${ROWS}::int) n`.execute(at.database.db)
      server = createServer((request, response) => at.app.routing(request, response))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    afterAll(async () => {
      server.closeAllConnections()
      await new Promise((done) => (server ? server.close(done) : done(null)))
      await at?.close()
    })

    /** Asks for a file and gives the answer before its body. */
    const ask = async (
      query: string,
      { role = 'root' as RoleName, encoding = 'identity' } = {},
    ): Promise<IncomingMessage> => {
      const request = get({
        port: (server.address() as AddressInfo).port,
        path: `/api/admin/readings?${query}`,
        headers: { authorization: `Bearer ${await at.tokenFor(role)}`, 'accept-encoding': encoding },
      })
      // A connection that the server ends is what some of these tests are about.
      request.on('error', () => {})
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      return answer
    }
    const names = (text: string) =>
      Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true })
        .data.slice(1)
        .map(([id]) => Number(id))

    test('has every row once as it stood when it was asked for, whatever is written meanwhile', async () => {
      const answer = await ask('format=csv&columns=id,name,value&order_col=value')
      // The first rows are there, the rest are not: rows move over the place where the reader stands, go, and come.
      await once(answer, 'readable')
      await sql`update readings set value = value + ${ROWS} where value <= 5000`.execute(at.database.db)
      await sql`update readings set value = 0 where value between 25000 and 26000`.execute(at.database.db)
      await sql`delete from readings where value between 20000 and 21000`.execute(at.database.db)
      await sql`insert into readings (name, value) select 'nueva', n from generate_series(10000, 12000) n`.execute(
        at.database.db,
      )
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const ids = names(text)
      expect(ids).toHaveLength(ROWS)
      expect(new Set(ids).size).toBe(ROWS)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(text).not.toContain('nueva')
      expect((await at.call('root', 'GET', 'readings', { count: 'exact', limit: 1 })).body.total).toBe(
        ROWS - 1001 + 2001,
      )
    })

    test.each([
      ['csv', 'identity'],
      ['csv', 'gzip'],
      ['xlsx', 'identity'],
    ])('that is given up (%s, %s) ends its query and gives its place back', async (format, encoding) => {
      const watch = watchStream(at.database)
      try {
        for (let round = 0; round < 4; round++) {
          const answer = await ask(`format=${format}&columns=*`, { encoding })
          expect(answer.statusCode).toBe(200)
          await once(answer, 'data')
          answer.destroy()
        }
        await expect.poll(() => watch.closed).toBe(4)
        expect(watch.batches).toBeLessThan(4 * 20)
      } finally {
        watch.stop()
      }
    })

    test.each([
      ['csv', 'identity'],
      ['csv', 'gzip'],
      ['html', 'gzip'],
      ['xlsx', 'identity'],
    ])('that fails on its way (%s, %s) does not look whole', async (format, encoding) => {
      const watch = watchStream(at.database, 3)
      try {
        const answer = await ask(`format=${format}&columns=*`, { encoding })
        expect(answer.statusCode).toBe(200)
        const body = answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer
        answer.on('error', () => body.destroy(new Error('cut short')))
        await expect(
          (async () => {
            let length = 0
            for await (const chunk of body) length += (chunk as Buffer).length
            return length
          })(),
        ).rejects.toThrow()
        expect(answer.complete).toBe(false)
      } finally {
        watch.stop()
      }
    })

    test('that fails at its beginning is an answer with a status', async () => {
      const watch = watchStream(at.database, 0)
      try {
        for (const format of ['csv', 'html', 'xlsx', 'pdf'])
          expect((await at.call('root', 'GET', 'readings', { format, filters: { id: 1 } })).status).toBe(500)
      } finally {
        watch.stop()
      }
    })

    test('is one of few for a user: more are told to wait, and let in when one has ended', async () => {
      const answers = [
        await ask('format=csv&columns=*'),
        await ask('format=csv&columns=*'),
        await ask('format=csv&columns=*'),
      ]
      await Promise.all(answers.map((answer) => once(answer, 'readable')))
      const refused = await at.call('root', 'GET', 'readings', { format: 'csv' })
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY', msg: expect.stringContaining('exportaciones') as string },
        headers: { 'retry-after': '10' },
      })
      // The server and everybody else go on meanwhile.
      expect((await at.call('root', 'GET', 'readings', { limit: 5 })).status).toBe(200)
      expect((await at.call('reader', 'GET', 'parcels', { format: 'csv' })).status).toBe(200)
      for (const answer of answers) answer.destroy()
      await expect.poll(async () => (await at.call('root', 'GET', 'parcels', { format: 'csv' })).status).toBe(200)
    })
  })
})

/** Counts the batches of exports while it is on, and how many exports ended; breaks them after so many batches. */
function watchStream(database: Database, breakAfter = Infinity) {
  const open = database as { stream: Database['stream'] }
  const original = open.stream
  const seen = {
    batches: 0,
    closed: 0,
    stop: () => {
      open.stream = original
    },
  }
  open.stream = async function* (...args) {
    let own = 0
    try {
      for await (const rows of original(...args)) {
        if (own++ >= breakAfter) throw new Error('the database went away')
        seen.batches++
        yield rows
      }
    } finally {
      seen.closed++
    }
  }
  return seen
}

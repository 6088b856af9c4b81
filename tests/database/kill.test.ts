import { sql } from 'kysely'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/platform/database/open'
import { isFull } from '../share'
import { Child } from './child'

// A round takes eight seconds.
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? (isFull ? 5 : 2))
const folder = mkdtempSync(join(tmpdir(), 'kill-test-'))

test('a database whose making was killed is made again', async () => {
  const child = new Child('insert-child.ts', folder)
  await expect.poll(() => existsSync(join(folder, 'pg.new')), { timeout: 50_000, interval: 20 }).toBe(true)
  await child.kill()
  expect(existsSync(join(folder, 'pg'))).toBe(false)
  const database = await openDatabase(folder)
  expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
  await database.close()
  expect(existsSync(join(folder, 'pg.new'))).toBe(false)
})
afterAll(() => rmSync(folder, { recursive: true }))

test(`SIGKILL ${ROUNDS} times in the middle of inserts: every acknowledged batch is there, whole`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const acknowledged: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const child = new Child('insert-child.ts', folder, String((acknowledged.at(-1) ?? -1) + 2))
    await child.says()
    await new Promise((done) => setTimeout(done, 50 + Math.random() * 1000))
    await child.kill()
    expect(child.lines.length).toBeGreaterThan(0)
    acknowledged.push(...child.lines.map(Number))

    const database = await openDatabase(folder)
    const { rows } = await sql<{
      batch: number
      parts: number
    }>`select batch, count(*) as parts from batches group by batch`.execute(database.db)
    await database.close()
    const parts = new Map(rows.map((row) => [row.batch, row.parts]))
    expect(acknowledged.filter((batch) => parts.get(batch) !== 3)).toEqual([])
    // The batch in flight is there or not, never in part.
    expect([...parts.values()].filter((count) => count !== 3)).toEqual([])
  }
  console.log(`killed ${ROUNDS} times, ${acknowledged.length} acknowledged batches of three rows, none lost`)
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templatePath, vacuumDue, OneConnection } from '../../src/server/platform/database/pglite'
import { PgliteWire } from '../../src/server/platform/database/pglite-wire'
import { TransactionScope } from '../../src/server/platform/database/transactions'
let wire: PgliteWire
let client: Client
let connection: OneConnection
beforeAll(async () => {
  wire = await PgliteWire.open(null, templatePath())
  client = new Client({ stream: () => wire, user: 'postgres', database: 'postgres' })
  await client.connect()
  connection = new OneConnection(client, new TransactionScope())
})
afterAll(async () => {
  const ended = client?.end()
  await wire?.close()
  await ended
})
const run = async (text: string) => {
  const turn = await connection.connect()
  return turn.query(text, []).finally(() => turn.release())
}

test('a table is vacuumed after many changes, and not again without any', async () => {
  await run('create table quiet (n integer)')
  await run('create table "Busy one" (n integer)')
  await run('insert into "Busy one" select generate_series(1, 1000)')
  await run('delete from "Busy one" where n > 100')
  expect(await vacuumDue(connection)).toEqual(['Busy one'])
  expect((await run("select reltuples from pg_class where relname = 'Busy one'")).rows).toEqual([{ reltuples: 100 }])
  expect(await vacuumDue(connection)).toEqual([])
})

test('it makes way for who is waiting', async () => {
  for (const table of ['a', 'b', 'c']) {
    await run(`create table ${table} (n integer)`)
    await run(`insert into ${table} select generate_series(1, 1000)`)
  }
  const vacuumed = vacuumDue(connection)
  const mine = run('select 1')
  expect(await vacuumed).toHaveLength(0)
  await mine
  expect((await vacuumDue(connection)).length).toBe(3)
})

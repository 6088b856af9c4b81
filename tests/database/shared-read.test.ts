import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../src/server/platform/database/database'
import { SharedRead } from '../../src/server/platform/database/shared-read'
import { eachEngine } from '../engines'

eachEngine((engine, open) => {
  describe(`what is read once for all, on ${engine}`, () => {
    let reads = 0
    const read = async (from: Db): Promise<number> => {
      reads++
      const { rows } = await sql<{ n: number }>`select 7::integer as n`.execute(from)
      return Number(rows[0]?.n)
    }

    test('is read by a transaction that holds the only connection, while others wait for it', async () => {
      const database = await open()
      const shared = new SharedRead(read, 60_000)
      // Who asks from outside begins to read while the transaction is open, and waits for its end where there is one
      // connection.
      let ask = (): void => {}
      const outside = new Promise<void>((done) => {
        ask = done
      }).then(() => shared.by(database.db))
      const inside = await database.transaction(async (tx) => {
        await sql`select 1`.execute(tx)
        ask()
        await new Promise((done) => setTimeout(done, 50))
        return shared.by(tx)
      })
      expect([inside, await outside]).toEqual([7, 7])
    })

    test('is read once, by all who ask the same way, until it is forgotten; a failure is asked anew', async () => {
      const { db } = await open()
      const shared = new SharedRead(read, 60_000)
      reads = 0
      expect(await Promise.all([shared.by(db), shared.by(db)])).toEqual([7, 7])
      await shared.by(db)
      expect(reads).toBe(1)
      const before = shared.by(db)
      shared.forget()
      await Promise.all([before, shared.by(db)])
      expect(reads).toBe(2)
      let isDown = true
      const failing = new SharedRead(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(1)), 60_000)
      await expect(failing.by(db)).rejects.toThrow('down')
      isDown = false
      expect(await failing.by(db)).toBe(1)
    })
  })
})

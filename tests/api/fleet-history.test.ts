import { describe, expect, test } from 'vitest'
import { fleet } from '../../custom/fleet/server'
import { fieldSql } from '../../src/fields/sql'
import { catalogFingerprint } from '../../src/server/language/migrate/actual-shape'
import { migrate } from '../../src/server/language/migrate/migrate'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { oneEngine } from '../engines'
import { fleetApp } from './fleet-fixture'

const LARCO = { lat: -12.1211, lng: -77.0297 }

oneEngine((_engine, open) => {
  describe('the history of positions', () => {
    test("is none of the migration's business: nothing of it is dropped, nothing waits, and a new day is no new shape", async () => {
      let now = new Date('2026-11-21T17:00:00.000Z')
      const at = await fleetApp(open, () => now)
      const { database, metadata, runtime } = at.server
      const ana = await at.driver('Ana')
      await ana.send(LARCO)
      const print = () => database.transaction((tx) => catalogFingerprint(tx))
      const before = await print()
      now = new Date('2027-02-03T12:00:00.000Z')
      expect((await ana.send(LARCO)).status).toBe(200)
      expect(await print()).toBe(before)
      const parts = () =>
        at.rows<{ name: string }>(
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'trackings'::regclass order by 1",
        )
      const there = await parts()
      expect(there.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['trackings_20261121', 'trackings_20270203', 'trackings_20270204']),
      )
      for (const mode of ['plan', 'apply', 'start'] as const) {
        const { applied, plan } = await migrate(database, metadata.model(), fieldSql, () => {}, { mode })
        expect([applied, plan]).toEqual([[], []])
      }
      const lines: string[] = []
      await prepareDatabase(database, metadata.model(), [fleet], runtime.words, (line) => lines.push(line))
      expect(lines).toEqual([])
      expect((await parts()).map(({ name }) => name)).toEqual(expect.arrayContaining(there.map(({ name }) => name)))
      expect(await at.rows('select 1 from trackings where id_driver = $1', ana.id)).toHaveLength(2)
    })

    test('is kept as many days as the setting says, and its days are made ahead', async () => {
      let now = new Date('2026-11-21T17:00:00.000Z')
      const at = await fleetApp(open, () => now)
      const ana = await at.driver('Ana')
      const days = fleet.jobs?.find(({ name }) => name === 'fleet.days')
      const run = async (): Promise<readonly string[]> => {
        const lines: string[] = []
        await days?.run({
          runtime: at.server.runtime,
          signal: new AbortController().signal,
          log: (line) => lines.push(line),
        })
        return lines
      }
      await ana.send(LARCO)
      now = new Date('2026-11-23T00:00:30.000Z')
      await ana.send(LARCO)
      await run()
      const parts = async () =>
        (
          await at.rows<{ name: string }>(
            "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'trackings'::regclass order by 1",
          )
        ).map(({ name }) => name)
      expect(await parts()).toEqual(
        expect.arrayContaining(['trackings_20261121', 'trackings_20261123', 'trackings_20261129']),
      )
      // Ninety days after the last moment of the 21st it goes; a second before it stays.
      now = new Date('2027-02-19T23:59:59.000Z')
      expect(await run()).toEqual([])
      expect(await parts()).toContain('trackings_20261121')
      now = new Date('2027-02-20T00:00:00.000Z')
      expect(await run()).toHaveLength(1)
      expect(await parts()).not.toContain('trackings_20261121')
      expect(await at.rows('select 1 from trackings where id_driver = $1', ana.id)).toHaveLength(1)
      expect(await run()).toEqual([])
    })
  })
})

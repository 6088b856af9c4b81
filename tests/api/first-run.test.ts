import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../src/model/model'
import { firstRun } from '../../src/server/boot/demo/first-run'
import type { Database } from '../../src/server/platform/database/database'
import type { ServerFeature } from '#engine/server'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { readWords } from '../../src/server/language/words/read-words'
import { eachEngine } from '../engines'
import { sourceFilesOf } from './fixture-schemas'

const words = readWords(join(import.meta.dirname, '../../i18n'))

eachEngine((engine, open) => {
  describe('the first run', () => {
    let model: Model
    beforeAll(() => {
      model = checkedModel(sourceFilesOf(), [])
    })

    let made = 0
    const demoOf = (work: (database: Database) => Promise<void>): ServerFeature[] => [
      {
        name: 'demo',
        needs: {},
        demo: async ({ database, scale }) => {
          made++
          for (let place = 0; place < scale; place++)
            await database.db
              .insertInto('places')
              .values({ name: `Lugar ${place}` })
              .execute()
          await work(database)
        },
      },
    ]
    const start = async (database: Database, features: readonly ServerFeature[], demo = true) => {
      const prepare = () => prepareDatabase(database, model, features, words, () => {})
      await prepare()
      return firstRun({ database, model, features, demo, scale: 3, log: () => {}, prepare })
    }
    const places = async (database: Database) => (await database.db.selectFrom('places').select('id').execute()).length

    test('fills a new database once, and never again', async () => {
      const database = await open()
      made = 0
      const features = demoOf(async () => {})
      expect(await start(database, features)).toBe('demo')
      expect(await start(database, features, false)).toBe('demo')
      expect([made, await places(database)]).toEqual([1, 3])
    })

    test("leaves an empty database empty for ever, and somebody's data alone", async () => {
      const empty = await open()
      made = 0
      expect(
        await start(
          empty,
          demoOf(async () => {}),
          false,
        ),
      ).toBe('empty')
      expect(
        await start(
          empty,
          demoOf(async () => {}),
        ),
      ).toBe('empty')
      const used = await open()
      await prepareDatabase(used, model, [], words, () => {})
      await used.db.insertInto('users').values({ name: 'Ana', type_user: '1' }).execute()
      expect(
        await start(
          used,
          demoOf(async () => {}),
        ),
      ).toBe('empty')
      expect(made).toBe(0)
    })

    test('makes again what a crash left half made', async () => {
      const database = await open()
      await expect(
        start(
          database,
          demoOf(() => Promise.reject(new Error('crash'))),
        ),
      ).rejects.toThrow('crash')
      expect(await places(database)).toBe(3)
      // Where others may be at it, a silence has to pass.
      await database.db
        .updateTable('settings')
        .set({ date_updated: '2026-01-01T00:00:00Z' })
        .where('key', '=', 'engine.created_as')
        .execute()
      expect(
        await start(
          database,
          demoOf(async () => {}),
        ),
      ).toBe('demo')
      expect(await places(database)).toBe(3)
      const root = await database.db.selectFrom('roles').select('id').where('root', '=', true).execute()
      expect(root).toHaveLength(1)
    })

    // The embedded database has one process.
    if (engine === 'postgres')
      test('is made by one of several processes', async () => {
        const database = await open()
        made = 0
        const features = demoOf(() => new Promise((resolve) => setTimeout(resolve, 1500)))
        const prepare = () => prepareDatabase(database, model, features, words, () => {})
        await Promise.all([prepare(), prepare()])
        const told: string[] = []
        const run = () =>
          firstRun({ database, model, features, demo: true, scale: 3, log: (line) => told.push(line), prepare })
        expect(await Promise.all([run(), run(), run()])).toEqual(['demo', 'demo', 'demo'])
        expect([made, await places(database), told.length]).toEqual([1, 3, 2])
      })
  })
})

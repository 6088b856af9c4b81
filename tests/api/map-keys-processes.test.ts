import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { geo } from '../../custom/geo/server'
import { streets } from '../../custom/streets/server'
import { buildApp } from '../../src/server/boot/app'
import type { Database } from '../../src/server/platform/database/database'
import { openDatabase } from '../../src/server/platform/database/open'
import { folderStorage } from '../../src/server/platform/files/folder-storage'
import { readWords } from '../../src/server/language/words/read-words'
import { freshDatabase, privatePostgres } from '../postgres'
import '../postgres-setup'
import { given } from '../open-fresh'
import { google, LARCO } from './map-answers'
import { mapService, type MapService } from './map-service'
import { placesApp, type PlacesApp } from './places-fixture'
import { TEST_KEYRING } from '../keyring'

// Two servers with pools of their own on one PostgreSQL: neither knows what the other counts but by the database.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())

if ('skipped' in postgres) {
  console.log(`skipped: map keys of several processes: ${postgres.skipped}`)
  describe.skip(`map keys of several processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('map keys of two processes on one PostgreSQL', () => {
    let first: PlacesApp
    let second: Awaited<ReturnType<typeof buildApp>>
    let service: MapService
    let databases: Database[] = []
    let drop: () => Promise<void>

    beforeAll(async () => {
      service = await mapService()
      service.says(google)
      const own = await freshDatabase(postgres.url)
      drop = own.drop
      databases = [await openDatabase(own.url), await openDatabase(own.url)]
      const [mine, others] = databases as [Database, Database]
      first = await placesApp({ open: given(mine) })
      // Sixty at once on a busy machine take longer than a person is let wait.
      await first.call('root', 'POST', 'settings/maps/create', { map_timeout: 30 })
      second = await buildApp({
        keyring: TEST_KEYRING,
        storage: folderStorage(join(tmpdir(), 'no-files')),
        database: others,
        metadata: first.metadata,
        features: [geo, streets],
        checkAnswers: true,
        words: readWords(join(import.meta.dirname, '../../i18n')),
      })
    })
    afterAll(async () => {
      await Promise.all([first?.close(), second?.close(), service?.close()])
      await Promise.all(databases.map((database) => database.close()))
      await drop?.()
      await postgres.stop?.()
    })

    test('lose no question that they count together, and together spend no more than the limit', async () => {
      const id = await first.key({
        provider: 'google',
        api_key: 'AIzaSyD-clave-de-prueba-9xQ2',
        url: service.url,
        month_limit: 0.1,
      })
      const token = await first.tokenFor('operator')
      const ask = (app: PlacesApp['app'], n: number) =>
        app.inject({
          method: 'GET',
          url: `/api/map/geocode?lat=${-12 - n / 1000}&lng=${LARCO[1]}`,
          headers: { authorization: `Bearer ${token}` },
        })
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n % 2 === 0 ? first.app : second, n)))
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([])
      expect(answers.filter(({ body }) => body.includes('Larco 345'))).toHaveLength(20)
      expect(service.asked).toHaveLength(20)
      expect(await first.uses(id)).toEqual({ uses: 20, errors: 0, cost: 0.1 })
    })
  })
}

import { afterAll, describe, inject } from 'vitest'
import type { Database } from '../src/server/database/database'
import { openDatabase, type OpenOptions } from '../src/server/database/open'
import { freshDatabase, privatePostgres } from './postgres'
import './postgres-setup'

/** An empty database of its own; closed, and dropped, when the suite ends. */
export type OpenFresh = (options?: OpenOptions) => Promise<Database>

// Without the run's `globalSetup` (a single file run by hand) the file starts a server of its own.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } = shared ?? await privatePostgres()

/** Runs a suite on embedded PGlite and on PostgreSQL; where there is no PostgreSQL, says why and skips. */
export function eachEngine(suite: (engine: Database['engine'], open: OpenFresh) => void): void {
  describe('on pglite', () => {
    const ends: (() => Promise<void>)[] = []
    suite('pglite', async (options) => {
      const database = await openDatabase('memory:', options)
      ends.push(() => database.close())
      return database
    })
    endTogether(ends)
  })
  if ('skipped' in postgres) {
    console.log(`skipped: on postgres: ${postgres.skipped}`)
    describe.skip(`on postgres (${postgres.skipped})`, () => suite('postgres', () => Promise.reject(new Error('no PostgreSQL'))))
    return
  }
  describe('on postgres', () => {
    const ends: (() => Promise<void>)[] = []
    suite('postgres', async (options) => {
      const own = await freshDatabase(postgres.url)
      const database = await openDatabase(own.url, options)
      ends.push(async () => {
        await database.close()
        await own.drop()
      })
      return database
    })
    endTogether(ends, postgres.stop)
  })
}

function endTogether(ends: (() => Promise<void>)[], last = async () => {}): void {
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()))
    await last()
  })
}

import { afterAll, describe, expect, inject } from 'vitest'
import type { Database } from '../src/server/platform/database/database'
import { openOnPglite, openOnPostgres, type OpenFresh } from './open-fresh'
import { isFull, isMineByName } from './share'

type Suite = (engine: Database['engine'], open: OpenFresh) => void

const postgres = inject('postgres')

/** Runs a suite on embedded PGlite and on PostgreSQL; where there is no PostgreSQL, says why and skips. */
export function eachEngine(suite: Suite): void {
  onPglite(suite)
  if ('skipped' in postgres) {
    console.log(`skipped: on postgres: ${postgres.skipped}`)
    describe.skip(`on postgres (${postgres.skipped})`, () =>
      suite('postgres', () => Promise.reject(new Error('no PostgreSQL'))))
  } else onPostgres(suite)
}

/**
 * Runs a suite whose promises are the server's and not a database's: on PostgreSQL, on embedded PGlite where there is
 * none. One file in ten takes both, another tenth in each run; `npm run test:full` runs all on both.
 */
export function oneEngine(suite: Suite): void {
  if (isFull || isMineByName(expect.getState().testPath?.split('/').at(-1) ?? '')) eachEngine(suite)
  else if ('skipped' in postgres) onPglite(suite)
  else onPostgres(suite)
}

/** A database for a test outside of such a suite, on PostgreSQL where it is at hand; `close` drops it. */
export const openOne: OpenFresh = (options) =>
  'skipped' in postgres ? openOnPglite(options) : openOnPostgres(postgres.url)(options)

function onPglite(suite: Suite): void {
  describe('on pglite', () => suite('pglite', closedAtTheEnd(openOnPglite)))
}

function onPostgres(suite: Suite): void {
  if ('skipped' in postgres) return
  const { url } = postgres
  describe('on postgres', () => suite('postgres', closedAtTheEnd(openOnPostgres(url))))
}

function closedAtTheEnd(open: OpenFresh): OpenFresh {
  const opened: Database[] = []
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
  })
  return async (options) => {
    const database = await open(options)
    opened.push(database)
    return database
  }
}

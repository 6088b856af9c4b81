import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { Database } from '../src/server/platform/database/database'
import { openDatabase, type OpenOptions } from '../src/server/platform/database/open'
import { freshDatabase, type OwnDatabase } from './postgres'
import { timed } from './times/spans'

/** What a database has before a suite begins; made once in a run and copied for everyone who names the same. */
export interface Template {
  /** All that `make` depends on: equal keys are equal databases. */
  readonly key: string
  make(database: Database): Promise<void>
}

/** Opens a database of its own, empty or a copy of a template; who has closed it has dropped it. */
export type OpenFresh = (options?: OpenOptions & { readonly template?: Template }) => Promise<Database>

export const openOnPglite: OpenFresh = async ({ template, ...options } = {}) => {
  return timed('template made', async () => {
    const database = await openDatabase('memory:', options)
    await template?.make(database)
    return database
  })
}

export const openOnPostgres =
  (url: string): OpenFresh =>
  async ({ template, ...options } = {}) => {
    const own = template ? await clonedDatabase(url, template) : await freshDatabase(url)
    const database = await openDatabase(own.url, options)
    const close = async (): Promise<void> => {
      await database.close()
      await own.drop()
    }
    let closing: Promise<void> | undefined
    return { ...database, close: () => (closing ??= close()) }
  }

/** A database that is open already and empty, in the place of one of its own; whoever opened it closes it. */
export const given =
  (database: Database): OpenFresh =>
  async ({ template } = {}) => {
    await template?.make(database)
    return { ...database, close: async () => {} }
  }

const known = new Set<string>()

/**
 * A copy of a template, which the first of a run's workers to ask for it makes: 10 ms where tables, rights and users
 * take over a second.
 */
async function clonedDatabase(url: string, template: Template): Promise<OwnDatabase> {
  const name = `template_${createHash('sha256').update(template.key).digest('hex').slice(0, 16)}`
  if (!known.has(name)) await timed('template made', () => madeOnce(url, name, template))
  known.add(name)
  return timed('template copied', () => freshDatabase(url, name))
}

async function madeOnce(url: string, name: string, template: Template): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    // A database whose making failed keeps its first name, and is nobody's template.
    const unfinished = await freshDatabase(url)
    const database = await openDatabase(unfinished.url)
    await template.make(database).finally(() => database.close())
    await client.query(`alter database ${new URL(unfinished.url).pathname.slice(1)} rename to ${name}`)
  } finally {
    await client.end()
  }
}

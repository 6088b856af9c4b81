import { sql } from 'kysely'
import type { Model } from '../../model/model'
import type { Database } from '../database/database'
import type { ServerFeature } from '../feature'
import { readOrigin, writeOrigin, type Origin } from './origin'

export interface FirstRun {
  readonly database: Database
  readonly model: Model
  readonly features: readonly ServerFeature[]
  /** Whether a new database becomes a demo. */
  readonly demo: boolean
  readonly scale: number
  readonly log: (line: string) => void
  /** Puts the engine's own rows back after the tables were emptied. */
  readonly prepare: () => Promise<void>
}

/**
 * Decides once, when a database is new, whether it is a demo, and fills it then; every later start leaves it as it is. A demo
 * that a crash left half made is emptied and made again: nobody has worked in it yet.
 */
export async function firstRun(run: FirstRun): Promise<Exclude<Origin, 'loading'>> {
  const { database, model, features, demo, scale, log } = run
  const { db } = database
  const origin = await readOrigin(db)
  if (origin === 'demo' || origin === 'empty') return origin
  if (origin === null && !demo) {
    await writeOrigin(db, 'empty')
    return 'empty'
  }
  if (origin === 'loading') {
    log('The demo data was not completed: making it again.')
    await emptyTables(database, model)
    await run.prepare()
  }
  await writeOrigin(db, 'loading')
  for (const feature of features) await feature.demo?.({ database, model, scale, log })
  await sql`analyze`.execute(db)
  await writeOrigin(db, 'demo')
  return 'demo'
}

async function emptyTables({ db }: Database, model: Model): Promise<void> {
  const tables = Object.keys(model.entities).map((name) => sql.table(name))
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db)
}

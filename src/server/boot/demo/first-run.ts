import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldSql } from '../../../fields/sql'
import type { Model } from '../../../model/model'
import type { Database } from '../../platform/database/database'
import { booksOf, type ServerFeature } from '../../language/feature/feature'
import { settingsStore } from '../../language/settings/settings-store'
import { endLoading, putMark, readMark, stillLoading, takeOver, type DatabaseOrigin } from './origin'

interface FirstRun {
  readonly database: Database
  readonly model: Model
  readonly features: readonly ServerFeature[]
  /** Whether a new database becomes a demo. */
  readonly demo: boolean
  readonly scale: number
  readonly log: (line: string) => void
  /** Restores the engine's own rows after the tables were emptied. */
  readonly prepare: () => Promise<void>
}

const WORD_MS = 1000

/**
 * Decides once, when a database is new, whether it is a demo, and fills it then; later starts add nothing to it. A demo
 * that a crash left half made is emptied and made again: nobody has worked in it yet. Of several processes one fills
 * it, the others wait.
 */
export async function firstRun(run: FirstRun): Promise<Exclude<DatabaseOrigin, 'loading'>> {
  const {
    database: { db, engine },
    features,
    log,
  } = run
  // Where nobody brings made-up data there is no demo.
  const demo = run.demo && features.some((feature) => feature.demo !== undefined)
  for (let isAnnounced = false; ; ) {
    const mark = await readMark(db)
    if (mark === null) {
      if (!(await putMark(db, demo ? 'loading' : 'empty'))) continue
      return demo ? fill(run) : 'empty'
    }
    if (mark.origin !== 'loading') return mark.origin
    // No other process can have the embedded database's folder.
    if ((mark.abandoned || engine === 'pglite') && (await takeOver(db, mark))) {
      log('The demo data was not completed: making it again.')
      await emptyTables(run)
      await run.prepare()
      return fill(run)
    }
    if (!isAnnounced) log('Another process is making the demo data: waiting for it.')
    isAnnounced = true
    await sleep(WORD_MS)
  }
}

async function fill({ database, model, features, scale, log }: FirstRun): Promise<'demo'> {
  const { db, engine } = database
  // On the embedded database, where nobody listens, it would only wait its turn.
  const word =
    engine === 'pglite'
      ? undefined
      : setInterval(() => {
          stillLoading(db).catch(() => {})
        }, WORD_MS)
  db.context.books = { model: () => model, keeper: booksOf(features) }
  try {
    // Read again each time: a demo adds settings itself.
    const settings = () => settingsStore({ db, features, model: () => model, fieldSql }).all()
    for (const feature of features) await feature.demo?.({ database, model, scale, log, settings })
    await sql`analyze`.execute(db)
  } finally {
    clearInterval(word)
  }
  await endLoading(db)
  return 'demo'
}

// All but the mark: until the end it has to show that a process is loading.
async function emptyTables({ database: { db }, model }: FirstRun): Promise<void> {
  const tables = Object.keys(model.entities)
    .filter((name) => name !== 'settings')
    .map((name) => sql.table(name))
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db)
  await sql`delete from settings where key not like 'engine.%'`.execute(db)
}

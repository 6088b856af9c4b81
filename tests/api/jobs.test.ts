import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../../src/server/boot/app'
import type { Database } from '../../src/server/platform/database/database'
import type { Job } from '../../src/server/platform/jobs/job'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { eachEngine } from '../engines'
import { given } from '../open-fresh'
import { testApp, type TestApp } from './fixture-app'
import { TEST_KEYRING } from '../keyring'

const apps: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

const featureOf = (job: Job) => ({ name: 'tested', needs: {}, jobs: [job] })

async function start(database: Database, job: Job): Promise<TestApp> {
  const app = await testApp({ open: given(database), features: [featureOf(job)], timed: [job.name] })
  apps.push(app)
  return app
}

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 10))
}

eachEngine((engine, open) => {
  test('of two servers one does the job, and the other takes over when it stops', async () => {
    const database = await open()
    const runs: string[] = []
    const job = (who: string): Job => ({
      name: 'tested.tally',
      every_s: 0.02,
      run: async () => {
        runs.push(who)
      },
    })
    const first = await start(database, job('first'))
    await until(() => runs.length > 0)
    apps.push(
      await buildApp({
        keyring: TEST_KEYRING,
        database,
        metadata: first.metadata,
        words: first.runtime.words,
        features: [featureOf(job('second'))],
      }),
    )
    const before = runs.length
    await until(() => runs.length > before + 5)
    expect(new Set(runs)).toEqual(new Set(['first']))
    await first.close()
    apps.splice(apps.indexOf(first), 1)
    await until(() => runs.includes('second'))
  })

  test('a job is woken by a commit and not by a rollback, never runs beside itself, and outlives its own failures', async () => {
    const database = await open()
    let runs = 0
    let inside = 0
    const job: Job = {
      name: 'tested.slow',
      every_s: 3600,
      async run() {
        expect(++inside).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 20))
        inside--
        if (++runs === 1) throw new Error('the first run fails')
      },
    }
    await start(database, job)
    await until(() => runs === 1)
    await expect(
      database.transaction(async (tx) => {
        await wakeJob(tx, 'tested.slow')
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await database.transaction((tx) => wakeJob(tx, 'tested.slow'))
    await until(() => runs === 2)
    await Promise.all([1, 2, 3].map(() => database.transaction((tx) => wakeJob(tx, 'tested.slow'))))
    await until(() => runs >= 3)
    expect(runs).toBeLessThanOrEqual(5)
  })

  test('closing waits for the run under way, which is told to end', async () => {
    const database = await open()
    const seen: string[] = []
    const app = await start(database, {
      name: 'tested.long',
      every_s: 0.01,
      async run({ signal }) {
        seen.push('begun')
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        seen.push('ended')
      },
    })
    await until(() => seen.length === 1)
    await app.close()
    apps.splice(apps.indexOf(app), 1)
    expect(seen).toEqual(['begun', 'ended'])
  })

  if (engine === 'postgres') {
    test('the election is given back by a connection that is lost, and won again', async () => {
      const database = await open()
      let ended = 0
      let begun = 0
      await start(database, {
        name: 'tested.lost',
        every_s: 0.05,
        async run({ signal }) {
          begun++
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          ended++
        },
      })
      await until(() => begun === 1)
      await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database
          where datname = current_database())`.execute(database.db)
      await until(() => ended === 1 && begun === 2)
    })
  }
})

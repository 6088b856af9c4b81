import { sql } from 'kysely'
import { buildApp } from '../../src/server/boot/app'
import { openProject } from '../../src/server/boot/open-project'
import type { ServerFeature } from '../../src/server/language/feature/feature'
import { readConfig } from '../../src/server/platform/config'

// The engine as a process of its own, of a version that needs an index over rides and all of them changed: each row
// costs one more. Which process looked at which row is written beside it, so a row that was looked at twice is seen. A
// row of `gates` that is locked stops the batch that has its id.
const features: readonly ServerFeature[] = [
  {
    name: 'rides',
    needs: { rides: ['name', 'cost'] },
    indexes: [{ name: 'own_rides_cost', table: 'rides', over: '(cost) where cost > 5' }],
    changes: [
      {
        name: 'rides.cost',
        table: 'rides',
        async change(tx, ids) {
          await sql`select from gates where id = any(${[...ids]}::int[]) for update`.execute(tx)
          await sql`update rides set cost = cost + 1 where id = any(${[...ids]}::int[])`.execute(tx)
          await sql`insert into looked (id, process) select unnest(${[...ids]}::int[]), ${process.pid}::int`.execute(tx)
          return ids.length
        },
      },
    ],
    async prepare(tx) {
      await sql`create table if not exists looked (id integer, process integer)`.execute(tx)
      await sql`create table if not exists gates (id integer)`.execute(tx)
    },
  },
]

const project = await openProject(readConfig(process.env, []), features, () => {})
const { database, keyring, metadata, words } = project
const app = await buildApp({ database, keyring, metadata, words, features, logger: { level: 'silent' } })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`listening ${typeof address === 'object' && address ? address.port : 0}`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0)),
)

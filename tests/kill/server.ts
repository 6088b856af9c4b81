import { sql } from 'kysely'
import { buildApp } from '../../src/server/boot/app'
import { readConfig } from '../../src/server/platform/config'
import { openProject } from '../../src/server/boot/open-project'

// The engine as a process of its own, as `tests/engine-server.ts`, which also tells what its database holds: an
// embedded one is open to nobody else, and a proof that asked the calls alone would believe them.
const { config, database, keyring, metadata, words } = await openProject(readConfig(process.env, []), [], () => {})
const app = await buildApp({
  keyring,
  database,
  metadata,
  words,
  features: [],
  webhookHosts: config.webhookHosts,
  logger: { level: 'error' },
})
app.post<{ Body: { readonly text: string } }>('/facts', async ({ body }) => {
  const { rows } = await sql.raw(body.text).execute(database.db)
  return { engine: database.engine, rows }
})
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

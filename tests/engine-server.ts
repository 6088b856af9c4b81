import { buildApp } from '../src/server/boot/app'
import { readConfig } from '../src/server/platform/config'
import { openProject } from '../src/server/boot/open-project'

// The engine alone, as a process of its own: PROJECT_DIR names the metadata, DATABASE_URL the database.
const project = await openProject(readConfig(process.env, []), [], () => {})
const app = await buildApp({
  keyring: project.keyring,
  database: project.database,
  metadata: project.metadata,
  words: project.words,
  features: [],
  logger: { level: 'error' },
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`listening ${typeof address === 'object' && address ? address.port : 0}`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => project.database.close())
      .then(() => process.exit(0)),
)

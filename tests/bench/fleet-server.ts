import { APPLICATION as features } from '../application'
import { buildApp } from '../../src/server/boot/app'
import { readConfig } from '../../src/server/platform/config'
import { openProject } from '../../src/server/boot/open-project'

// The whole application as a process of its own: DATABASE_URL names the database; the metadata is the project's.
const project = await openProject(readConfig(process.env, []), features, () => {})
const app = await buildApp({
  keyring: project.keyring,
  database: project.database,
  metadata: project.metadata,
  words: project.words,
  features,
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

import { demoFeature } from '../../custom/demo/server'
import { dispatcher } from '../../custom/dispatcher/server'
import { drivers } from '../../custom/drivers/server'
import { fares } from '../../custom/fares/server'
import { fleet } from '../../custom/fleet/server'
import { geo } from '../../custom/geo/server'
import { services } from '../../custom/services/server'
import { simulator } from '../../custom/simulator/server'
import { streets } from '../../custom/streets/server'
import { tracking } from '../../custom/tracking/server'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { openProject } from '../../src/server/open-project'

// The whole application as a process of its own: DATABASE_URL names the database; the metadata is the project's.
const features = [geo, streets, fleet, services, drivers, dispatcher, fares, tracking, simulator, demoFeature]
const project = await openProject(readConfig(process.env, []), features, () => {})
const app = await buildApp({ keyring: project.keyring, database: project.database, metadata: project.metadata, words: project.words, features, logger: { level: 'error' } })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`listening ${typeof address === 'object' && address ? address.port : 0}`)
process.once('SIGTERM', () => void app.close().then(() => project.database.close()).then(() => process.exit(0)))

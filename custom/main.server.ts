import { startServer } from '../src/server/start'
import { demoFeature } from './demo/server'
import { dispatcher } from './dispatcher/server'
import { fares } from './fares/server'
import { geo } from './geo/server'

await startServer([geo, dispatcher, fares, demoFeature])

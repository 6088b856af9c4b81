import { startServer } from '#engine/server'
import { demoFeature } from './demo/server'
import { dispatcher } from './dispatcher/server'
import { drivers } from './drivers/server'
import { fares } from './fares/server'
import { fleet } from './fleet/server'
import { forms } from './forms/server'
import { geo } from './geo/server'
import { services } from './services/server'
import { simulator } from './simulator/server'
import { streets } from './streets/server'
import { tracking } from './tracking/server'

await startServer([geo, streets, fleet, services, forms, drivers, dispatcher, fares, tracking, simulator, demoFeature])

import { demoFeature } from '../custom/demo/server'
import { delivery } from '../custom/delivery/server'
import { dispatcher } from '../custom/dispatcher/server'
import { drivers } from '../custom/drivers/server'
import { fares } from '../custom/fares/server'
import { fleet } from '../custom/fleet/server'
import { forms } from '../custom/forms/server'
import { geo } from '../custom/geo/server'
import { groupings } from '../custom/groupings/server'
import { reports } from '../custom/reports/server'
import { services } from '../custom/services/server'
import { simulator } from '../custom/simulator/server'
import { streets } from '../custom/streets/server'
import { tracking } from '../custom/tracking/server'
import { tracks } from '../custom/tracks/server'
import type { ServerFeature } from '#engine/server'

/** Every feature of the application, as `custom/main.server.ts` starts it: for tests over its own files. */
export const APPLICATION: readonly ServerFeature[] = [geo, streets, fleet, services, forms, drivers, dispatcher, fares, tracking, tracks, delivery, groupings, reports, simulator, demoFeature]

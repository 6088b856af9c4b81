import { startClient } from '#engine/client'
import { chats } from './chats/client'
import { dispatcher } from './dispatcher/client'
import { drivers } from './drivers/client'
import { fares } from './fares/client'
import { forms } from './forms/client'
import { geo } from './geo/client'
import { groupings } from './groupings/client'
import { reports } from './reports/client'
import { services } from './services/client'
import { tracking } from './tracking/client'
import { tracks } from './tracks/client'

startClient([geo, dispatcher, services, drivers, forms, fares, tracking, tracks, chats, groupings, reports])

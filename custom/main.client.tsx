import { startClient } from '../src/client/start'
import { dispatcher } from './dispatcher/client'
import { fares } from './fares/client'
import { geo } from './geo/client'

startClient([geo, dispatcher, fares])

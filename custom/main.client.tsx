import { startClient } from '../src/client/start'

startClient([])

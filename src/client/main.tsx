import { startClient } from './start'

// The console of an application without code.
startClient([])

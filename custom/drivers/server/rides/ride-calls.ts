import { endCalls } from './ends'
import { stepCalls } from './steps'
import { stopReached } from './stops'

/** A ride from the way to the client to its end. */
export const rideCalls = [...stepCalls, stopReached, ...endCalls]

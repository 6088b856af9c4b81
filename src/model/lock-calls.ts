import { Type } from 'typebox'
import { defineCall } from './call'

/**
 * A console says by it, with `1`, that nobody was at it for a while: the call is its own, and keeps no session
 * unlocked.
 */
export const AWAY_HEADER = 'x-away'

const Empty = Type.Object({})

/** `POST me/lock`: nothing is open to the session until `me/confirm`. */
export const lockCall = defineCall({
  method: 'POST',
  path: 'me/lock',
  access: 'session',
  request: Empty,
  response: Empty,
})

/** `POST me/active`: somebody is at the console, who has asked the server for nothing else. */
export const activeCall = defineCall({
  method: 'POST',
  path: 'me/active',
  access: 'session',
  request: Empty,
  response: Empty,
})

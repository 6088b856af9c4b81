import type { Say } from '#engine/ui'

/** Reasons that have words; others are the channel's own codes. */
const KNOWN = new Set([
  'window',
  'undeliverable',
  'unsupported',
  'malformed',
  'account',
  'token',
  'incomplete',
  'stopped',
  'unsure',
  'unreached',
  'too_many',
  'no_channel',
  'template',
  'file_gone',
  'file_heavy',
  'file_kind',
  'storage',
])

export const sendReasonText = (reason: string, say: Say): string =>
  KNOWN.has(reason) ? say(`chats.reasons.${reason}`) : `${say('chats.reasons.other')} (${reason})`

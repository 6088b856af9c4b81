import type { ChannelType } from '../../model/chat-wire'
import { ADAPTERS } from './adapters'
import { HOUR_MS } from '#engine/model'

/** Until when a channel takes free text; null: always. A person who has never written has no such time: it is over. */
export function windowOf(type: ChannelType, date_inbound: string | null): string | null {
  const { window_h } = ADAPTERS[type]
  return window_h === null
    ? null
    : new Date((date_inbound === null ? 0 : Date.parse(date_inbound)) + window_h * HOUR_MS).toISOString()
}

/** Whether a channel takes free text now. */
export function takesText(type: ChannelType, date_inbound: string | null, now: Date): boolean {
  const until = windowOf(type, date_inbound)
  return until === null || Date.parse(until) >= now.getTime()
}

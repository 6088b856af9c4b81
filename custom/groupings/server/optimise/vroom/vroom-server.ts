import type { JsonObject } from '#engine/model'
import type { VroomServer } from './ask-vroom'

const WAIT_S = 10

/** The VROOM server that the settings of maps name; null: none, our own optimiser works. */
export function vroomServer(settings: JsonObject): VroomServer | null {
  const text = (name: string): string => (typeof settings[name] === 'string' ? settings[name].trim() : '')
  const url = text('map_vroom_url')
  if (url === '') return null
  const wait_s = Number(settings['map_vroom_timeout'] ?? WAIT_S)
  return {
    url,
    header: text('map_vroom_header') || null,
    wait_ms: 1_000 * Math.min(WAIT_S, wait_s > 0 ? wait_s : WAIT_S),
  }
}

import type { JsonObject } from '../../model/json'
import type { ServerFeature } from '../feature/feature'

// The names of the spec's app settings that the shell itself reads,
// and what the server needs.
const ENGINE: JsonObject = {
  brand: 'Toolrides',
  language: 'es',
  timezone: 'America/Lima',
  coin: 'S/',
  coin_space: 1,
  decimals_visible: 2,
  decimals_separator: '.',
  thousands_separator: ',',
  distance_unit_measure: 'km',
  // Seconds between two polls.
  interval: 10,
  debug: 0,
  pic_logo: null,
  pic_favicon: null,
  url_uploads: null,
  color_primary: null,
  color_accent: null,
  color_accent_dark: null,
  color_menu: null,
  color_background: null,
  // Version of this console: a session that began with an older one is told as outdated (spec §9).
  version_web: 125,
  // Where people reach the console, for links in mails, e.g. https://admin.example.com; empty: only on this very machine.
  url_console: null,
  // Days without a request after which a session ends.
  session_days: 30,
  // Most kilobytes of any file that is uploaded, whatever its field takes.
  upload_max_kb: 10_240,
  // Days that a line of the activity log is kept; 0: for ever.
  log_days: 400,
}

/** What a company has set when nobody has set anything: the engine's defaults under those of the features. */
export function defaultSettings(features: readonly ServerFeature[]): JsonObject {
  return features.reduce<JsonObject>((all, { settings }) => ({ ...all, ...settings }), ENGINE)
}

import type { JsonObject } from '../../../model/json'
import type { ServerFeature } from '../feature/feature'

// The spec's app settings that the shell itself reads,
// and those that the server needs.
const ENGINE: JsonObject = {
  brand: 'Admin',
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
  // The first day of the week, 1 Monday to 7 Sunday; null: as each person's language has it.
  week_start: null,
  debug: 0,
  pic_logo: null,
  pic_favicon: null,
  url_uploads: null,
  color_primary: null,
  color_accent: null,
  color_accent_dark: null,
  color_menu: null,
  color_background: null,
  // Version of this console: a session that began with an older one is reported as outdated (spec §9).
  version_web: 125,
  // The console's address, for links in mails, e.g. https://admin.example.com; empty: reachable only on this very
  // machine.
  url_console: null,
  // Days without a request after which a session ends.
  session_days: 30,
  // Days after its log-in after which any session ends.
  session_max_days: 90,
  // Days that an API key lasts unless its owner says otherwise, and at most; lowered, it ends older keys too.
  api_key_days: 90,
  api_key_max_days: 365,
  // Keys that a person may have at a time; 0: nobody makes one.
  api_key_most: 20,
  // Calls a minute of each key, over all servers.
  api_key_calls: 600,
  // Limit in kilobytes for any uploaded file, whatever its field accepts.
  upload_max_kb: 10_240,
  // A service with LibreTranslate's calls, for translating the console's texts; null: none.
  translate_url: null,
  translate_key: null,
  // Days that a line of the activity log is kept; 0: forever.
  log_days: 400,
  // Days for which a removed record can be had back; afterwards it is deleted for good.
  removed_days: 90,
}

/** The settings of a company that has set nothing: the features' defaults over the engine's. */
export function defaultSettings(features: readonly ServerFeature[]): JsonObject {
  return features.reduce<JsonObject>((all, { settings }) => ({ ...all, ...settings }), ENGINE)
}

import type { JsonObject } from '#engine/model'
import type { PlaceQuestion } from './place-service'

interface PlacesSettings {
  /** Milliseconds allowed for one service. */
  readonly wait_ms: number
  readonly calls_minute: number
  /** Places that one table may have, origins and destinations together. */
  readonly table_size: number
  /** ISO 3166 in small letters; null: anywhere. */
  readonly country: string | null
  /** US$ of one question to a paid service; of one pair of a matrix. */
  readonly prices: { readonly [question in PlaceQuestion]: number }
  /** This installation's name, as sent to services. */
  readonly agent: string
}

/** Settings of map services (`settings_maps`), which the root user sets; a missing one has the default of its field. */
export function placesSettings(settings: JsonObject): PlacesSettings {
  const number = (name: string, otherwise: number): number => {
    const value = settings[name]
    return value === null || value === undefined || !Number.isFinite(Number(value)) ? otherwise : Number(value)
  }
  const text = (name: string): string => (typeof settings[name] === 'string' ? settings[name] : '')
  return {
    wait_ms: number('map_timeout', 4) * 1000,
    calls_minute: number('map_calls_minute', 120),
    table_size: number('map_table_size', 100),
    country: text('map_country') || null,
    prices: {
      autocomplete: number('map_price_autocomplete', 0.00283),
      place: number('map_price_place', 0.005),
      geocode: number('map_price_geocode', 0.005),
      route: number('map_price_route', 0.005),
      matrix: number('map_price_matrix', 0.005),
    },
    // A header accepts only ASCII.
    agent: `${text('brand').replace(/[^\w -]/g, '') || 'Admin'}/1.0 (${text('url_console').replace(/[^!-~]/g, '') || 'private'})`,
  }
}

import type { Json, JsonObject } from '../../model/json'

/** The company's colours (spec §3, app settings), as `#rrggbb`; null: the console's own. */
export interface Colours {
  readonly primary: string | null
  readonly accent: string | null
  /** Text on the accent. */
  readonly accent_inverse: string | null
  readonly menu: string | null
  readonly background: string | null
}

export const NO_COLOURS: Colours = { primary: null, accent: null, accent_inverse: null, menu: null, background: null }

/** Reads `config.colours`; anything that is not a colour is ignored. */
export function coloursOf(config: JsonObject): Colours {
  const set = config['colours']
  const colours: JsonObject = typeof set === 'object' && set !== null && !Array.isArray(set) ? (set as JsonObject) : {}
  const { primary, accent, accent_inverse, menu, background } = colours
  return {
    primary: hex(primary),
    accent: hex(accent),
    accent_inverse: hex(accent_inverse),
    menu: hex(menu),
    background: hex(background),
  }
}

const hex = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null

import type { JsonObject } from '../../model/json'
import { DEFAULT_STYLE } from '../../ui/show/style'

/** IANA zone in which this user sees and types times. */
export const zoneOf = ({ timezone }: JsonObject): string =>
  typeof timezone === 'string' ? timezone : DEFAULT_STYLE.zone

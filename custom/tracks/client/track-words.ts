import { zonedText } from '#engine/model'
import { dateTimeText, type DisplayStyle, numberText } from '#engine/ui'

/** The clock of a moment in a zone, with its seconds: `08:05:12`. */
export const secondsClock = (at_ms: number, zone: string): string =>
  zonedText(new Date(at_ms).toISOString(), zone).slice(11, 19)

/** `DD/MM/YYYY hh:mm A`, or the clock alone where all of the track is of one day. */
export const trackMoment = (iso: string, zone: string, withDay: boolean): string =>
  dateTimeText(iso, zone).slice(withDay ? 0 : 'DD/MM/YYYY '.length)

/** Kilometres per hour, without decimals. */
export const speedText = (speed: number, style: DisplayStyle): string => `${numberText(Math.round(speed), style)} km/h`

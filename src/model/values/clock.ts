/** A time of day in the wire's form, `HH:MM`. */
export const isClock = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Minutes since midnight of `HH:MM`. */
export const clockMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Minutes since midnight as `HH:MM`; up to a day before or after wraps around. */
export function clockOf(minutes: number): string {
  const within = ((minutes % 1440) + 1440) % 1440
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

/**
 * `8:30`, `08:30:00`, `8.30 h`, `8h30`, `14 horas`, `8:30 pm`, `8 p. m.`, `3:30 de la tarde` and noon (`12 m.`) as
 * `HH:MM`; null when it is not a time, or one with seconds.
 */
export function clockText(written: string): string | null {
  const text = written
    .replace(/^12(?:[:.]00)?\s*m\.?$/i, '12:00')
    .replace(/^(\d{1,2})h(\d{2})$/i, '$1:$2')
    .replace(/\s*de la (?:ma[nñ]ana|madrugada)$|^(?=12\D)(.*?)\s*de la noche$/i, '$1 am')
    .replace(/\s*de la (?:tarde|noche)$/i, ' pm')
  const found = /^(\d{1,2})(?:[:.](\d{2})(?::00(?:\.0+)?)?)?\s*(?:(h|hs|hrs|horas)\.?|([ap])\.?\s?m\.?)?$/i.exec(text)
  if (!found || (found[2] === undefined && found[3] === undefined && found[4] === undefined)) return null
  const [, hours = '', minutes = '00', , half] = found
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  const clock = `${String(hour).padStart(2, '0')}:${minutes}`
  return isClock(clock) ? clock : null
}

import { fold } from './fold'

// Since ICU still gives some zones under the names that they had before.
const MODERN = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Yangon',
  'Asia/Ho_Chi_Minh',
  'Europe/Kyiv',
  'America/Argentina/Buenos_Aires',
  'Atlantic/Faroe',
  'Pacific/Chuuk',
  'Pacific/Pohnpei',
]

let names: readonly string[] | null = null

/** The names of time zones that a person may choose: an area and a place (IANA), and UTC. */
export const zoneNames = (): readonly string[] =>
  (names ??= [...new Set([...Intl.supportedValuesOf('timeZone').filter((one) => one.includes('/')), ...MODERN])].sort())

/**
 * The zone that a text names: by its name in any case, an older name (`US/Pacific`), or its place alone (`Lima`). Null
 * for any other, abbreviations among them: `IST` is India's clock to one program and Israel's to another.
 */
export function zoneNamed(text: string): string | null {
  const asked = plain(text)
  const named = zoneNames().find((one) => plain(one) === asked)
  if (named !== undefined) return named
  const [place, other] = asked.includes('/')
    ? []
    : zoneNames().filter((one) => plain(one.slice(one.lastIndexOf('/') + 1)) === asked)
  if (place !== undefined) return other === undefined ? place : null
  return asked.includes('/') && !asked.startsWith('etc/') ? resolved(text.trim().replace(/\s+/g, '_')) : null
}

const plain = (text: string): string => fold(text.trim()).replace(/\s+/g, '_')

/** The zone that an older name stands for; null where nobody knows it. */
function resolved(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return zoneNames().includes(timeZone) ? timeZone : null
  } catch {
    return null
  }
}

import { fold } from './fold'
import { zoneNamed, zoneNames } from './zone-names'

// ISO 3166-1 alpha-2.
const COUNTRIES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL
CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS
MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(
    /\s+/,
  )
// ISO 639-1.
const LANGUAGES =
  `aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr
fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh
mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta
te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`.split(/\s+/)

/** Lists of codes that the world shares. */
export const STANDARD_LISTS = ['time_zones', 'countries', 'languages'] as const
export type StandardList = (typeof STANDARD_LISTS)[number]

export function standardCodes(list: StandardList): readonly string[] {
  return list === 'time_zones' ? zoneNames() : list === 'countries' ? COUNTRIES : LANGUAGES
}

/**
 * A code as people read it: `Perú`, `español`; a zone with its clock's distance from UTC now (`America/Lima · GMT-5`).
 */
export function standardName(list: StandardList, code: string, language: string): string {
  if (list === 'time_zones') return `${code.replaceAll('_', ' ')} · ${distanceOf(code)}`
  try {
    return new Intl.DisplayNames([language], { type: list === 'countries' ? 'region' : 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function distanceOf(zone: string): string {
  try {
    return (
      new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    )
  } catch {
    return ''
  }
}

/** Languages in which people's files may name countries and languages. */
const NAMED_IN = ['es', 'en']

/** The code that a text is or names; null for none of the list. */
export function standardCode(list: StandardList, text: string): string | null {
  if (list === 'time_zones') return zoneNamed(text)
  const given = fold(text.trim())
  const codes = standardCodes(list)
  return (
    codes.find((one) => fold(one) === given) ??
    codes.find((one) => NAMED_IN.some((language) => fold(standardName(list, one, language)) === given)) ??
    null
  )
}

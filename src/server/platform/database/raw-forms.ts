import { type CustomTypesConfig, types } from 'pg'

/**
 * The one table of how values leave the driver, for both engines: json parsed, booleans, int2/4 and floats as numbers,
 * int8 as a number where that is exact (else text), numeric, date, time, timestamp, timestamptz, interval and point as
 * PostgreSQL writes them (UTC, ISO).
 */
export const rawForms: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && FORMS.get(oid)) || types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

const asText = (text: string) => text
/** _text in pg_type.dat; the types package lists no array types. */
const TEXT_ARRAY = 1009
const asTexts = types.getTypeParser(TEXT_ARRAY as Parameters<typeof types.getTypeParser>[0]) as (
  text: string,
) => string[]

/** PostgreSQL's type ids, from its catalogue file pg_type.dat. */
const FORMS = new Map<number, (text: string) => unknown>([
  [20, exactNumber],
  [1016, (text: string) => asTexts(text).map(exactNumber)],
  ...[600, 1082, 1083, 1114, 1184, 1186, 1266, 1700].map((oid) => [oid, asText] as const),
  ...[1017, 1182, 1183, 1115, 1185, 1187, 1270, 1231].map((oid) => [oid, asTexts] as const),
])

function exactNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

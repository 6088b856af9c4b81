export type Direction = 'ltr' | 'rtl'

/** Languages that are read from the right, by their two or three letters. */
const FROM_THE_RIGHT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** How a language is read. @param language its code, with or without a region (`he-IL`) */
export const directionOf = (language: string): Direction =>
  FROM_THE_RIGHT.has((language.split('-')[0] ?? '').toLowerCase()) ? 'rtl' : 'ltr'

const FIRST_STRONG = '\u2068'
const END = '\u2069'

/**
 * What fills a sentence that is read from the right, each in a direction of its own: a plate, a number or a name does
 * not mix with the words around it. Markup and addresses of pages stay as they are.
 */
export function isolated<Params extends { readonly [name: string]: unknown }>(params: Params): Params {
  const apart = (name: string, value: unknown): unknown =>
    typeof value === 'string' && name !== '_' && !/<|:\/\//.test(value) ? `${FIRST_STRONG}${value}${END}` : value
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, apart(name, value)])) as Params
}

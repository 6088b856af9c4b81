/** Tags that can be inside a word. */
export const INLINE_TAG = '</?(?:strong|b|em|i|u|s|del|code|mark|sub|sup|a)(?: [^>]*)?>'
export const ANY_TAG = '<[^>]*>'
/** The characters that the cleaned form writes as entities, in the order in which they are read back. */
export const ENTITIES: readonly (readonly [entity: string, char: string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]

const inline = new RegExp(INLINE_TAG, 'g')
const tag = new RegExp(ANY_TAG, 'g')

/** The text of a cleaned rich text, on one line: for lists, searches and the log. */
export function plainText(html: string): string {
  const text = html
    .replace(inline, '')
    .replace(tag, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  return ENTITIES.reduce((read, [entity, char]) => read.replaceAll(entity, char), text)
}

/** The text as the cleaned form writes it. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

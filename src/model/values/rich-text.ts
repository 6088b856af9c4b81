/** What a rich text may consist of: one list for the server, which cleans what is written, and the browser, which cleans what is shown. */
export const RICH_TAGS: readonly string[] = [
  'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'li',
  'strong', 'b', 'em', 'i', 'u', 's', 'del', 'code', 'mark', 'sub', 'sup', 'a',
]
/** Attributes, for links only; styles would need a content security policy that allows them. */
export const RICH_ATTRIBUTES: readonly string[] = ['href', 'target', 'rel']
export const RICH_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel']
/** A link keeps the console open, and reveals nothing of it to the other side. */
export const RICH_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

/** Tags that can be inside a word. */
export const INLINE_TAG = '</?(?:strong|b|em|i|u|s|del|code|mark|sub|sup|a)(?: [^>]*)?>'
export const ANY_TAG = '<[^>]*>'
/** The characters that the cleaned form writes as entities, in the order in which they are read back. */
export const ENTITIES: readonly (readonly [entity: string, char: string])[] = [
  ['&lt;', '<'], ['&gt;', '>'], ['&quot;', '"'], ['&amp;', '&'],
]

const inline = new RegExp(INLINE_TAG, 'g')
const tag = new RegExp(ANY_TAG, 'g')

/** The text of a cleaned rich text, on one line: for lists, searches and the log. */
export function plainText(html: string): string {
  const text = html.replace(inline, '').replace(tag, ' ').replace(/[\s\u00a0]+/g, ' ').trim()
  return ENTITIES.reduce((read, [entity, char]) => read.replaceAll(entity, char), text)
}

/** The text as the cleaned form writes it. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * What a rich text may consist of: one list for the server, which cleans what is written, and the browser, which cleans
 * what is shown.
 */
export const RICH_TAGS: readonly string[] = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'del',
  'code',
  'mark',
  'sub',
  'sup',
  'a',
]
/** Attributes, for links only; styles would need a content security policy that allows them. */
export const RICH_ATTRIBUTES: readonly string[] = ['href', 'target', 'rel']
export const RICH_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel']
/** A link keeps the console open, and reveals nothing of it to the other side. */
export const RICH_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

import sanitizeHtml from 'sanitize-html'
import { RICH_ATTRIBUTES, RICH_LINK, RICH_SCHEMES, RICH_TAGS } from '../model/rich-text'

/** Deeper nesting is no text of a person, and costs every browser that shows it. */
const DEEPEST = 30

/** What is relative would lead to this console itself, whatever the words of the link say. */
const ABSOLUTE = new RegExp(`^(?:${RICH_SCHEMES.join('|')}):`, 'i')

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: [...RICH_ATTRIBUTES] },
  allowedSchemes: [...RICH_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: DEEPEST,
  transformTags: {
    a: (_tag, { href }) => ({ tagName: 'a', attribs: { ...(href !== undefined && ABSOLUTE.test(href) ? { href } : {}), ...RICH_LINK } }),
  },
}

/** HTML with nothing in it but what src/model/rich-text.ts allows: no script, style or frame, no address but of web, mail and telephone. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

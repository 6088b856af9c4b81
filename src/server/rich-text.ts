import sanitizeHtml from 'sanitize-html'
import { RICH_ATTRIBUTES, RICH_LINK, RICH_SCHEMES, RICH_TAGS } from '../model/rich-text'

/** Deeper nesting is no text of a person, and costs every browser that shows it. */
const DEEPEST = 30

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: [...RICH_ATTRIBUTES] },
  allowedSchemes: [...RICH_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: DEEPEST,
  transformTags: { a: (_tag, { href }) => ({ tagName: 'a', attribs: { ...(href === undefined ? {} : { href }), ...RICH_LINK } }) },
}

/** HTML with nothing in it but what src/model/rich-text.ts allows: no script, no style, no frame, no address but of the web, mail and telephone. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

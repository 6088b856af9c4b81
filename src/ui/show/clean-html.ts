import DOMPurify from 'dompurify'
import { RICH_ATTRIBUTES, RICH_SCHEMES, RICH_TAGS } from '../../model/values/rich-tags'

/**
 * A formatted text as nodes, cleaned again, whatever the database has: HTML enters a page only so, never as text that
 * the page parses itself.
 */
export const cleanHtml = (html: string): DocumentFragment => DOMPurify.sanitize(html, OPTIONS)

const OPTIONS = {
  ALLOWED_TAGS: [...RICH_TAGS],
  ALLOWED_ATTR: [...RICH_ATTRIBUTES],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${RICH_SCHEMES.join('|')}):`, 'i'),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
}

import { fieldTypes as plain } from '../../fields/data'
import type { FieldType, FieldTypes, Reading } from '../../model/field-type'
import type { Json } from '../../model/json'
import type sanitize from 'sanitize-html'
import { createRequire } from 'node:module'
import { RICH_ATTRIBUTES, RICH_LINK, RICH_SCHEMES, RICH_TAGS } from '../../model/values/rich-tags'

/** Nobody writes text with deeper nesting, and it slows down every browser that shows it. */
const DEEPEST = 30

/** A relative link would lead to this console itself, whatever the text of the link says. */
const ABSOLUTE = new RegExp(`^(?:${RICH_SCHEMES.join('|')}):`, 'i')

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: [...RICH_ATTRIBUTES] },
  allowedSchemes: [...RICH_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: DEEPEST,
  transformTags: {
    a: (_tag, { href }) => ({
      tagName: 'a',
      attribs: { ...(href !== undefined && ABSOLUTE.test(href) ? { href } : {}), ...RICH_LINK },
    }),
  },
}

/**
 * HTML with only what src/model/values/rich-text.ts allows: no script, style or frame, no addresses but web, mail and
 * telephone.
 */
function cleanHtml(html: string): string {
  sanitizer ??= load('sanitize-html') as typeof sanitize
  return sanitizer(html, OPTIONS)
}

// It and its parsers are a thirtieth of a start, which cleans nothing.
const load = createRequire(import.meta.url)
let sanitizer: typeof sanitize | undefined

/** Twice what any rich text may have: longer ones are refused for their length, and need not be cleaned first. */
const MAX_CHARS = 200_000

/**
 * The registry of field types as the server uses it: rich text is cleaned in the one step that all input goes through,
 * from a form, another program, a file or a hook.
 */
export const fieldTypes: FieldTypes = { ...plain, richtext: cleaned(plain.richtext) }

function cleaned(type: FieldType): FieldType {
  const clean: FieldType['canonical'] = (value, field): Json => {
    const text = type.canonical(value, field)
    return typeof text === 'string' && text.length <= MAX_CHARS ? type.canonical(cleanHtml(text), field) : text
  }
  return {
    ...type,
    canonical: clean,
    fromText: (text, field, house): Reading => {
      const read = type.fromText(text, field, house)
      return 'value' in read && read.value !== null ? { value: clean(read.value, field) } : read
    },
  }
}

import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { escapeText, plainText } from '../../model/values/rich-text'
import { sampleText } from '../../model/values/text-sample'
import { canonicalText, checkText, textErrors, textLimits } from '../../model/values/text-value'

/** Characters of HTML; a longer text is a document and belongs in a file. */
const RICHTEXT_LENGTH = 100_000

/**
 * Formatted text as HTML with few tags (paragraphs, headings, lists, links, emphasis). The server removes everything
 * else before it checks it, see src/server/language/field-types.ts.
 */
export const richtext: FieldType = {
  name: 'richtext',
  json: 'string',
  keywords: ['maxLength', 'x-search'],
  operators: ['isNull'],
  onlyInLists: ['contains'],
  filter: 'contains',
  sortable: false,
  inList: false,
  formColumns: 12,
  canonical: toHtml,
  check: (value, field) => checkText(value, field.schema, RICHTEXT_LENGTH, 'many'),
  toText: (value) => String(value ?? ''),
  toWords: (value) => plainText(String(value)),
  fromText: (raw) => ({ value: toHtml(raw) }),
  compare: () => 0,
  sample: ({ schema }, random) => {
    const { max } = textLimits(schema, RICHTEXT_LENGTH)
    const words = escapeText(sampleText({}, Math.max(1, Math.floor(max / 8)), random))
    const text = random() < 0.5 ? `<p>${words}</p>` : `<p>${words}</p><ul><li><strong>${words}</strong></li></ul>`
    return text.length <= max ? text : [...words].slice(0, 1).join('')
  },
  invalid: ({ schema }) => [
    'a\u0000b',
    7,
    { a: 1 },
    '<p>\ud800</p>',
    'x'.repeat(textLimits(schema, RICHTEXT_LENGTH).max + 1),
  ],
  typescript: () => 'string',
  errors: (schema) => textErrors(schema, RICHTEXT_LENGTH),
}

/** Composed, with lines ended by a line feed; empty paragraphs alone make an empty text. */
function toHtml(value: Json): Json {
  if (typeof value !== 'string') return value
  const html = canonicalText(value.replace(/\r\n?/g, '\n'))
  return typeof html === 'string' && /^(?:<\/?(?:p|br|h[1-6]|ul|ol|li|blockquote)\s*\/?>|\s|&nbsp;)*$/i.test(html)
    ? null
    : html
}

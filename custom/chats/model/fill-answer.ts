/** What a canned answer may say of the conversation that it is used in. */
const ANSWER_KEYS = ['name', 'phone', 'agent', 'brand'] as const
type AnswerKey = (typeof ANSWER_KEYS)[number]

/**
 * Fills `{{name}}` and its kin; an unknown key stays as it was written, a value that is not known leaves nothing, nor a
 * space before it.
 */
export function fillAnswer(text: string, values: { readonly [key in AnswerKey]: string | null }): string {
  return text.replace(/[ \t]?\{\{\s*([a-z]+)\s*\}\}/g, (whole: string, key: string) => {
    if (!isKey(key)) return whole
    const value = values[key]
    if (value === null || value === '') return ''
    return `${/^[ \t]/.test(whole) ? whole.slice(0, 1) : ''}${value}`
  })
}

const isKey = (key: string): key is AnswerKey => (ANSWER_KEYS as readonly string[]).includes(key)

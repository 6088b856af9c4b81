/** Words of one search; a text pasted by mistake must not become a thousand conditions. */
const MAX_WORDS = 10
const MAX_CHARS = 200

/** The words of a search, as they were typed. */
export function searchWords(text: string): string[] {
  // No stored text has control characters or lone surrogates, and PostgreSQL accepts neither.
  return text
    .slice(0, MAX_CHARS)
    .normalize('NFC')
    .split(/[\s\p{Cc}\p{Surrogate}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

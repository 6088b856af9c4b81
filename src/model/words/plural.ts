/** What parameters a sentence is filled with. */
export interface Params {
  readonly [name: string]: unknown
}

/**
 * The number that chooses between `one |||| many`: `smart_count`, else the first number that the text names. So a
 * sentence that says a count has both forms whoever fills it in.
 */
export function countOf(text: string, params: Params): number | null {
  if (typeof params.smart_count === 'number') return params.smart_count
  for (const [, name = ''] of text.matchAll(/%\{(\w+)\}/g)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (typeof value === 'number') return value
    // A number that is written already: `1 234`.
    if (typeof value === 'string' && /^\d[\d.,\s]*$/.test(value)) return value === '1' ? 1 : 2
  }
  return null
}

/** What may be wrong with a translation: the first five make it unusable, the others are worth a look. */
type WordProblem =
  | 'placeholder_missing'
  | 'placeholder_unknown'
  | 'plural'
  | 'tags'
  | 'too_long'
  | 'long'
  | 'spaces'
  | 'ending'
  | 'same'
const SERIOUS: readonly WordProblem[] = ['placeholder_missing', 'placeholder_unknown', 'plural', 'tags', 'too_long']

/** @param piece what it is about: a placeholder or a tag */
interface WordFinding {
  readonly problem: WordProblem
  readonly piece?: string
}

/** Characters of any text. */
const MAX_WORD = 10_000
const PLURAL = '||||'
/** The count chooses a form, and need not be said in each. */
const COUNT = '%{smart_count}'

/** Whether a finding makes the text unusable. */
export const isSerious = ({ problem }: WordFinding): boolean => SERIOUS.includes(problem)

/** `%{name}` of a sentence, `{{field|filter}}` of a template. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...new Set(text.match(/%\{\w+\}|\{\{.*?\}\}/gs))].map((one) => one.replace(/\s+/g, ''))

const tagsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<(\/?[a-z][a-z0-9]*)\b[^<>]*>/gi)].map(([, name = '']) => `<${name.toLowerCase()}>`).sort()

/**
 * Compares a translation with the text it stands for: placeholders, forms of the plural, tags, length, spaces and the
 * sign at its end.
 * @param isOther it is another language, where the same words may have been forgotten
 */
export function checkWord(
  source: string,
  value: string,
  { isOther = false }: { readonly isOther?: boolean } = {},
): readonly WordFinding[] {
  const found: WordFinding[] = []
  if (value.length > MAX_WORD) return [{ problem: 'too_long' }]
  const [wanted, there] = [placeholdersOf(source), placeholdersOf(value)]
  for (const piece of wanted)
    if (!there.includes(piece) && piece !== COUNT) found.push({ problem: 'placeholder_missing', piece })
  for (const piece of there) if (!wanted.includes(piece)) found.push({ problem: 'placeholder_unknown', piece })
  if (source.split(PLURAL).length !== value.split(PLURAL).length) found.push({ problem: 'plural' })
  const [tags, own] = [tagsOf(source), tagsOf(value)]
  if (tags.join() !== own.join()) {
    const piece = tags.find((tag) => !own.includes(tag)) ?? own.find((tag) => !tags.includes(tag))
    found.push({ problem: 'tags', ...(piece !== undefined && { piece }) })
  }
  // A label that is twice as long as the original no longer fits its place.
  if (value.length > source.length * 2 + 12) found.push({ problem: 'long' })
  if (
    /^\s/.test(value) !== /^\s/.test(source) ||
    /\s$/.test(value) !== /\s$/.test(source) ||
    / {2}/.test(value) !== / {2}/.test(source)
  )
    found.push({ problem: 'spaces' })
  if (endOf(value) !== endOf(source)) found.push({ problem: 'ending' })
  if (isOther && value === source && source.length > 12) found.push({ problem: 'same' })
  return found
}

const endOf = (text: string): string => /[.:!?…]$/.exec(text.trim())?.[0] ?? ''

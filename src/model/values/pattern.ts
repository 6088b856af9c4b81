/** A piece of a pattern, enough to generate a matching text. */
type PatternNode =
  | { readonly kind: 'chars'; readonly sample: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }

const compiled = new Map<string, RegExp>()

/** The expression of a pattern that `readPattern` accepted. */
export function checkedPattern(source: string): RegExp {
  const known = compiled.get(source)
  if (known) return known
  const fresh = new RegExp(source, 'u')
  compiled.set(source, fresh)
  return fresh
}

/**
 * Reads the safe subset of regular expressions that a schema may use: characters, classes, groups, alternation,
 * anchors, greedy repetition; no look-around, no back-references, nothing that can take exponential time.
 */
export function readPattern(source: string): { readonly node: PatternNode } | { readonly error: string } {
  try {
    checkedPattern(source)
    const node = new Reader(source).read()
    if (ways(node) * (source.startsWith('^') ? 1 : TEXT_LENGTH) > MAX_WAYS) {
      throw new Unsafe(
        'too many ways to try a text, it may take for ever. Begin with ^, limit repetition ({1,3}), repeat fixed groups.',
      )
    }
    return { node }
  } catch (error) {
    compiled.delete(source)
    if (error instanceof Unsafe) return { error: error.message }
    return { error: `the pattern does not compile: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

/** A text that matches the pattern, from a random source in [0, 1). */
export function samplePattern(node: PatternNode, random: () => number): string {
  switch (node.kind) {
    case 'chars':
      return pick([...node.sample], random)
    case 'sequence':
      return node.parts.map((part) => samplePattern(part, random)).join('')
    case 'choice':
      return samplePattern(pick(node.options, random), random)
    case 'repeat': {
      const times = node.min + Math.floor(random() * (Math.min(node.max, node.min + 4) - node.min + 1))
      return Array.from({ length: times }, () => samplePattern(node.part, random)).join('')
    }
  }
}

class Unsafe extends Error {}

/** Characters of a single-line text, which an unlimited repetition may take. */
const TEXT_LENGTH = 256
/** Three unlimited repetitions stay within it (256³) and took 0.1 s on the worst text; a fourth took 5 s. */
const MAX_WAYS = 2e7
const MAX_TIMES = 1000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const PRINTABLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('')
const DIGITS = '0123456789'
const ESCAPED: { readonly [letter: string]: string } = {
  d: DIGITS,
  w: `${LETTERS}_${DIGITS}`,
  s: ' ',
  D: LETTERS,
  W: '-./',
  S: LETTERS,
}

class Reader {
  private at = 0
  constructor(private readonly source: string) {}

  read(): PatternNode {
    const node = this.choice()
    if (this.at < this.source.length) throw new Unsafe('the pattern has a closing parenthesis too many.')
    return node
  }

  private choice(): PatternNode {
    const options = [this.sequence()]
    while (this.take('|')) options.push(this.sequence())
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.at < this.source.length && !'|)'.includes(this.source.charAt(this.at))) {
      if (this.take('^') || this.take('$')) continue
      parts.push(this.repeated(this.atom()))
    }
    return { kind: 'sequence', parts }
  }

  private repeated(part: PatternNode): PatternNode {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})/.exec(this.source.slice(this.at))
    if (!found) return part
    this.at += found[0].length
    if ('?+'.includes(this.source.charAt(this.at) || ' ')) {
      throw new Unsafe('lazy repetition is not allowed in a pattern. Leave out the second sign.')
    }
    const [sign = '', from, comma, to] = found
    const min = sign === '+' ? 1 : Number(from ?? 0)
    const max = sign === '?' ? 1 : from === undefined || (comma && !to) ? Infinity : Number(to ?? from)
    if (max !== Infinity && max > MAX_TIMES) throw new Unsafe(`a repetition may go up to ${MAX_TIMES}.`)
    return { kind: 'repeat', part, min, max }
  }

  private atom(): PatternNode {
    if (this.take('(')) {
      if (this.take('?') && !this.take(':'))
        throw new Unsafe('look-around and named groups are not allowed in a pattern.')
      const node = this.choice()
      this.take(')')
      return node
    }
    if (this.take('.')) return { kind: 'chars', sample: PRINTABLE }
    if (this.source.charAt(this.at) === '[') return this.charClass()
    return this.single(this.source.charAt(this.at))
  }

  /** One character or escape outside a class. */
  private single(char: string): PatternNode {
    if (char !== '\\') {
      const whole = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
      this.at += whole.length
      return { kind: 'chars', sample: whole }
    }
    const found = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|[pP]\{[^}]+\}|.)/su.exec(this.source.slice(this.at))
    const text = found?.[0] ?? char
    this.at += text.length
    if (/^\\[1-9kbB]/.test(text)) throw new Unsafe('back-references and word borders are not allowed in a pattern.')
    return { kind: 'chars', sample: ESCAPED[text.charAt(1)] ?? this.matching(text) }
  }

  private charClass(): PatternNode {
    const found = /^\[(?:\\.|[^\]\\])*\]/su.exec(this.source.slice(this.at))
    const text = found?.[0] ?? ''
    this.at += text.length
    return { kind: 'chars', sample: this.matching(text) }
  }

  /** Plain characters that a class or an escape matches; a sample needs at least one. */
  private matching(text: string): string {
    const expression = new RegExp(`^${text}$`, 'u')
    const sample = [...PRINTABLE, ' ', ...'áéíóúñÁÑß中'].filter((char) => expression.test(char)).join('')
    if (!sample) throw new Unsafe(`"${text}" matches no ordinary character.`)
    return sample
  }

  private take(char: string): boolean {
    if (this.source.charAt(this.at) !== char) return false
    this.at++
    return true
  }
}

/** Upper bound for the number of ways to try a text: what a backtracking engine may have to go through. */
function ways(node: PatternNode): number {
  switch (node.kind) {
    case 'chars':
      return 1
    case 'sequence':
      return node.parts.reduce((product, part) => product * ways(part), 1)
    case 'choice':
      return node.options.reduce((sum, option) => sum + ways(option), 0)
    case 'repeat': {
      const max = Math.min(node.max, TEXT_LENGTH)
      return (Math.max(0, max - node.min) + 1) * ways(node.part) ** max
    }
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('pick() needs a list with at least one element.')
  return found
}

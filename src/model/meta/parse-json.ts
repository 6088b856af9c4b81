import type { Json } from '../json'

/** Where and why a text is not JSON; line and column count from 1. */
interface JsonError {
  readonly line: number
  readonly column: number
  readonly sentence: string
}

/**
 * Reads JSON (RFC 8259) and says where it goes wrong, which the engines' own parsers say in different words or not at
 * all. A key written twice is an error too: otherwise the second would silently win.
 */
export function parseJson(text: string): { readonly value: Json } | { readonly error: JsonError } {
  const reader = new JsonReader(text)
  try {
    return { value: reader.document() }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    const before = text.slice(0, error.at).split('\n')
    return { error: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, sentence: error.message } }
  }
}

class Wrong extends Error {
  constructor(
    readonly at: number,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** Deeper metadata is a mistake, and recursion needs a limit. */
const MAX_DEPTH = 64
const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// RFC 8259 §7 excludes only U+0000 to U+001F of all control characters.
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

class JsonReader {
  private at = 0
  constructor(private readonly text: string) {}

  document(): Json {
    // A byte order mark, which some editors leave at the start, is accepted.
    if (this.text.startsWith('\ufeff')) this.at = 1
    const value = this.value(0)
    if (this.at < this.text.length) throw this.wrong('nothing may follow the closing bracket.')
    return value
  }

  private value(depth: number): Json {
    if (depth > MAX_DEPTH) throw this.wrong(`nested deeper than ${MAX_DEPTH} levels.`)
    this.space()
    const value = this.bare(depth)
    this.space()
    return value
  }

  private bare(depth: number): Json {
    const char = this.text[this.at]
    if (char === '{') return this.object(depth)
    if (char === '[') return this.array(depth)
    if (char === '"') return this.string()
    for (const [word, value] of WORDS) if (this.text.startsWith(word, this.at)) return this.skip(word.length, value)
    const number = this.match(NUMBER)
    if (number !== null) return Number(number)
    if (char === undefined) throw this.wrong('the file ends too early. Close what is open.')
    if (char === '}' || char === ']') {
      throw this.wrong(`a value is missing before "${char}". Remove the comma before it, or write the value.`)
    }
    throw this.wrong(`"${char}" is no beginning of a value. Texts stand in double quotes.`)
  }

  private object(depth: number): Json {
    const entries = new Map<string, Json>()
    this.at++
    this.space()
    if (this.take('}')) return {}
    do {
      this.space()
      const start = this.at
      if (this.text[this.at] !== '"')
        throw this.wrong('a key in double quotes must follow. Remove a comma too many, or quote the key.')
      const key = this.string()
      if (entries.has(key)) throw new Wrong(start, `the key "${key}" is written twice. Remove one.`)
      this.space()
      if (!this.take(':')) throw this.wrong(`":" must follow the key "${key}".`)
      entries.set(key, this.value(depth + 1))
    } while (this.take(','))
    if (!this.take('}')) throw this.wrong('"," or "}" must follow.')
    return Object.fromEntries(entries)
  }

  private array(depth: number): Json {
    const items: Json[] = []
    this.at++
    this.space()
    if (this.take(']')) return items
    do items.push(this.value(depth + 1))
    while (this.take(','))
    if (!this.take(']')) throw this.wrong('"," or "]" must follow.')
    return items
  }

  private string(): string {
    const text = this.match(STRING)
    if (text === null) throw this.wrong('this text does not end on its line, or has a wrong escape.')
    return String(JSON.parse(text))
  }

  private space(): void {
    this.match(SPACE)
  }

  private match(shape: RegExp): string | null {
    shape.lastIndex = this.at
    const found = shape.exec(this.text)
    if (!found) return null
    return this.skip(found[0].length, found[0])
  }

  private skip<T>(length: number, value: T): T {
    this.at += length
    return value
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }

  private wrong(sentence: string): Wrong {
    return new Wrong(this.at, sentence)
  }
}

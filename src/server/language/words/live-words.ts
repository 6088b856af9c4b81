import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { Database } from '../../platform/database/database'
import { fillIn, FIRST_LANGUAGE, type ReadWords } from './read-words'
import { livingRows } from '../../platform/database/engine-tables'

/** Tables whose changes every process reads anew. */
export const WORD_TABLES: readonly string[] = ['languages', 'translations']

/** A language that was added in the console. */
interface AddedLanguage {
  readonly id: string
  readonly name: string
  readonly flag: string
}

/** The texts in force: those of the files, and over them what was written in the console. */
export interface LiveWords extends ReadWords {
  /** Reads what is stored again; what is said from then on has it. */
  refresh(): Promise<void>
  readonly added: readonly AddedLanguage[]
  /** What was written in the console in its place. */
  written(language: string, key: string): string | undefined
  /** Keys that some language's files have. */
  readonly fileKeys: ReadonlySet<string>
  /** Another text once any word has changed, for pages that are open. */
  readonly stamp: string
}

interface Stored {
  readonly added: readonly AddedLanguage[]
  readonly written: ReadonlyMap<string, ReadonlyMap<string, string>>
}
interface Made {
  readonly of: string
  readonly hash: string
  readonly words: JsonObject
  readonly texts: ReadonlyMap<string, string>
}

/**
 * Lays what is stored in the database over the words of the files. Before the first `refresh` the files speak alone.
 */
export function liveWords(files: ReadWords, { db }: Pick<Database, 'db'>): LiveWords {
  let stored: Stored = { added: [], written: new Map() }
  let version = 0
  let asked = 0
  let answered = 0
  const made = new Map<string, Made>()
  const isKnown = (language: string): boolean =>
    files.languages.includes(language) || stored.added.some(({ id }) => id === language)

  // A language of which less than half is said would show people Spanish: it is written, and not yet offered to them.
  const isOffered = ({ id }: AddedLanguage): boolean =>
    files.languages.includes(id) || (stored.written.get(id)?.size ?? 0) * 2 >= files.ownKeys(FIRST_LANGUAGE).length

  /** What differs from the files in one language: what it lacks is said as Spanish is said here. */
  function changes(language: string): ReadonlyMap<string, string> {
    const inFiles = files.languages.includes(language)
    const fallen =
      language === FIRST_LANGUAGE
        ? []
        : [...(stored.written.get(FIRST_LANGUAGE) ?? [])].filter(
            ([key]) =>
              // A label that metadata says in Spanish is a text of the files in any language that has files.
              files.ownText(language, key) === undefined &&
              (!inFiles || files.ownText(FIRST_LANGUAGE, key) !== undefined),
          )
    const names = stored.added.filter(isOffered).map(({ id, name }) => [`shell.languages.${id}`, name] as const)
    const own = stored.added
      .filter(({ id }) => id === language)
      .flatMap(
        ({ name, flag }) =>
          [
            ['language.name', name],
            ['language.flag', flag],
          ] as const,
      )
    return new Map([...fallen, ...own, ...names, ...(stored.written.get(language) ?? [])])
  }

  function of(language: string): Made | null {
    if (version === 0 || !isKnown(language)) return null
    const base = files.dictionary(language)
    const stamp = `${version} ${base.hash}`
    const held = made.get(language)
    if (held?.of === stamp) return held
    const texts = changes(language)
    const words = nested(base.words, texts)
    const hash =
      texts.size === 0
        ? base.hash
        : createHash('sha256')
            .update(JSON.stringify([base.hash, [...texts]]))
            .digest('base64url')
            .slice(0, 16)
    const now = { of: stamp, words, texts, hash }
    made.set(language, now)
    return now
  }

  return {
    get languages() {
      return [...files.languages, ...stored.added.map(({ id }) => id).filter((id) => !files.languages.includes(id))]
    },
    get added() {
      return stored.added
    },
    get fileKeys() {
      return new Set(files.languages.flatMap((language) => files.ownKeys(language)))
    },
    get stamp() {
      return createHash('sha256')
        .update(this.languages.map((language) => this.dictionary(language).hash).join(' '))
        .digest('base64url')
        .slice(0, 16)
    },
    say(language, key, params = {}) {
      const spoken = isKnown(language) ? language : FIRST_LANGUAGE
      const text = of(spoken)?.texts.get(key)
      return text === undefined ? files.say(spoken, key, params) : fillIn(text, params)
    },
    dictionary(language) {
      const { hash, words } = of(isKnown(language) ? language : FIRST_LANGUAGE) ?? files.dictionary(language)
      return { hash, words }
    },
    ownKeys: files.ownKeys,
    ownText: files.ownText,
    reload: files.reload,
    written: (language, key) => stored.written.get(language)?.get(key),
    async refresh() {
      const mine = ++asked
      const read = await readStored(db)
      // A later question, which saw more, may have been answered first.
      if (mine < answered) return
      answered = mine
      stored = read
      version++
    },
  }
}

async function readStored(db: Database['db']): Promise<Stored> {
  const [languages, texts] = await Promise.all([
    livingRows(db, 'languages').select(['code', 'name', 'flag']).orderBy('code').execute(),
    livingRows(db, 'translations').select(['language', 'key', 'value']).orderBy('id').execute(),
  ])
  const written = new Map<string, Map<string, string>>()
  for (const { language, key, value } of texts) {
    const own = written.get(String(language)) ?? new Map<string, string>()
    written.set(String(language), own.set(String(key), String(value)))
  }
  return {
    added: languages.map(({ code, name, flag }) => ({
      id: String(code),
      name: String(name),
      flag: String(flag ?? ''),
    })),
    written,
  }
}

/** The dictionary with other texts at some keys; where a key leads through a text, the text stays. */
function nested(base: JsonObject, texts: ReadonlyMap<string, string>): JsonObject {
  const root: { [name: string]: Json } = { ...base }
  const own = new Set<object>([root])
  for (const [key, text] of texts) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    let at: { [name: string]: Json } | null = root
    for (const name of path) {
      const below: Json | undefined = Object.hasOwn(at, name) ? at[name] : {}
      if (!isObject(below)) {
        at = null
        break
      }
      const copy: { [name: string]: Json } = own.has(below) ? (below as { [name: string]: Json }) : { ...below }
      own.add(copy)
      at[name] = copy
      at = copy
    }
    if (at && !isObject(at[last])) at[last] = text
  }
  return root
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import { countOf } from '../../../model/words/plural'
import type { Words } from '../runtime'

/**
 * Fills `%{name}` from the parameters, and chooses between `one |||| many` by the count, like the browser's polyglot,
 * for the texts that the server itself writes. A missing parameter stays as it is written.
 */
export function fillIn(text: string, params: { readonly [name: string]: string | number }): string {
  const forms = text.split('||||')
  const chosen = (forms.length > 1 && countOf(text, params) !== 1 ? forms[1] : forms[0]) ?? text
  return chosen.trim().replace(/%\{(\w+)\}/g, (written, name: string) => String(params[name] ?? written))
}

/** The spec's texts are Spanish: whatever another language lacks is shown in it. */
export const FIRST_LANGUAGE = 'es'
const ENGINE_FILE = 'engine.json'
const FILES = [ENGINE_FILE, 'app.json']

export interface ReadWords extends Words {
  /** Reads the folder again; a file that is not JSON leaves everything as it was and throws. */
  reload(): void
  /** Keys that a language itself translates. */
  ownKeys(language: string): readonly string[]
  /** The text of a language's own files; undefined: they have none. */
  ownText(language: string, key: string): string | undefined
}

/** A language's words, put together when they are first asked for: a start asks for few of them. */
class Language {
  readonly #under: JsonObject
  readonly #own: JsonObject
  #words: JsonObject | undefined
  #hash: string | undefined
  #texts: ReadonlyMap<string, string> | undefined
  #ownTexts: ReadonlyMap<string, string> | undefined

  /** @param under what is said where the language itself has no text */
  constructor(under: JsonObject, own: JsonObject) {
    this.#under = under
    this.#own = own
  }

  get words(): JsonObject {
    return (this.#words ??= merge(this.#under, this.#own))
  }

  get hash(): string {
    return (this.#hash ??= createHash('sha256').update(JSON.stringify(this.words)).digest('base64url').slice(0, 16))
  }

  get texts(): ReadonlyMap<string, string> {
    return (this.#texts ??= textsOf(this.words))
  }

  get own(): ReadonlyMap<string, string> {
    return (this.#ownTexts ??= textsOf(this.#own))
  }
}

/**
 * Reads `i18n/<language>/{engine,app}.json`; every language falls back to Spanish for missing keys.
 * @param shipped folder of the texts that come with the engine, for an application that has only words of its own
 */
export function readWords(folder: string, shipped = folder): ReadWords {
  let languages = readAll(folder, shipped)
  const of = (language: string): Language => {
    const found = languages.get(language) ?? languages.get(FIRST_LANGUAGE)
    if (!found) throw new Error(`The folder ${folder} has no languages: expected <language>/engine.json and app.json.`)
    return found
  }
  return {
    get languages() {
      return [...languages.keys()]
    },
    say(language, key, params = {}) {
      const text = of(language).texts.get(key)
      return text === undefined ? key : fillIn(text, params)
    },
    dictionary(language) {
      const { hash, words } = of(language)
      return { hash, words }
    },
    ownKeys: (language) => [...of(language).own.keys()],
    ownText: (language, key) => languages.get(language)?.own.get(key),
    reload() {
      languages = readAll(folder, shipped)
    },
  }
}

/** The words of an application, over those that come with the engine. */
export const readProjectWords = ({ root, codeRoot }: { readonly root: string; readonly codeRoot: string }): ReadWords =>
  readWords(join(root, 'i18n'), join(codeRoot, 'i18n'))

function readAll(folder: string, shipped: string): Map<string, Language> {
  const names = readdirSync(existsSync(folder) ? folder : shipped, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const engine = (language: string): JsonObject =>
    shipped === folder ? {} : readFiles(shipped, language, [ENGINE_FILE])
  const readLanguage = (language: string): JsonObject => merge(engine(language), readFiles(folder, language, FILES))
  const first = readLanguage(FIRST_LANGUAGE)
  const ordered = [FIRST_LANGUAGE, ...names.filter((name) => name !== FIRST_LANGUAGE).sort()]
  const own = ordered.map((name) => [name, name === FIRST_LANGUAGE ? first : readLanguage(name)] as const)
  // A language that has a folder is offered by the name that it gives itself: nothing else is to be said of it.
  const named = own.flatMap(([name, { language }]) =>
    isObject(language) && typeof language.name === 'string' ? [[name, language.name] as const] : [],
  )
  const offered: JsonObject = named.length === 0 ? {} : { shell: { languages: Object.fromEntries(named) } }
  const under = merge(first, offered)
  return new Map(own.map(([name, words]) => [name, new Language(under, words)]))
}

function readFiles(folder: string, language: string, files: readonly string[]): JsonObject {
  return files
    .map((file) => join(folder, language, file))
    .filter((path) => existsSync(path))
    .map((path) => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as JsonObject
      } catch (error) {
        throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
    })
    .reduce(merge, {})
}

function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: { [key: string]: Json } = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isObject(below) && isObject(value) ? merge(below, value) : value
  }
  return merged
}

/** The texts of a tree, each by its way down: `shell.menu.open`. */
function textsOf(words: JsonObject): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const walk = (branch: JsonObject, prefix: string): void => {
    for (const key in branch) {
      const value = branch[key]
      if (typeof value === 'string') texts.set(prefix + key, value)
      else if (isObject(value)) walk(value, `${prefix}${key}.`)
    }
  }
  walk(words, '')
  return texts
}

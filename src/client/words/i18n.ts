import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider, Locale } from 'react-admin'
import { isObject, type Json, type JsonObject } from '../../model/json'
import { directionOf, isolated } from '../../model/words/direction'
import { countOf, type Params } from '../../model/words/plural'
import { storage } from '../session/storage'

// Spec §1: the interface is Spanish; another language is a choice.
const FIRST_LANGUAGE = 'es'

/** The language this browser was last used in. Shared with react-admin's store, which keeps it under this key. */
export function startLanguage(): string {
  const kept = storage.read('locale')
  return typeof kept === 'string' ? kept : FIRST_LANGUAGE
}

export interface InterfaceTexts {
  readonly provider: I18nProvider
  /** Fetches the words of the language in use again; later renders use them. */
  renew(): Promise<void>
  /**
   * The same, if other words than those in use are in force: whether they were.
   * @param hashes of the words in force, by language
   */
  follow(hashes: { readonly [language: string]: string }): Promise<boolean>
}

/**
 * react-admin's i18n provider over the dictionaries that the server holds.
 * @param first the first language's dictionary; `shell.languages` in it names the languages there are
 */
export function createI18n(
  language: string,
  first: Loaded,
  load: (language: string) => Promise<Loaded>,
): InterfaceTexts {
  const held = new Map([[language, first]])
  // What is fetched again is read from until the new words are here.
  const old = new Set<string>()
  const messagesOf = (wanted: string): Messages | Promise<Messages> => {
    const here = held.get(wanted)
    if (here && !old.has(wanted)) return here.words as unknown as Messages
    return load(wanted).then((loaded) => {
      held.set(wanted, loaded)
      old.delete(wanted)
      return loaded.words as unknown as Messages
    })
  }
  const plain = polyglotI18nProvider(messagesOf, language, localesOf(first.words), { allowMissing: true })
  const provider: I18nProvider = {
    ...plain,
    translate: (key, options) =>
      plain.translate(key, counted(textAt(held.get(plain.getLocale())?.words, key), apart(plain.getLocale(), options))),
  }
  const renew = async (): Promise<void> => {
    for (const one of held.keys()) old.add(one)
    await provider.changeLocale(provider.getLocale())
  }
  return {
    provider,
    renew,
    async follow(hashes) {
      const now = hashes[provider.getLocale()]
      const isOld = now !== undefined && now !== held.get(provider.getLocale())?.hash
      if (isOld) await renew()
      return isOld
    },
  }
}

/** The words of a language, and what tells them from others. */
interface Loaded {
  readonly hash: string
  readonly words: JsonObject
}

type Messages = Awaited<ReturnType<Parameters<typeof polyglotI18nProvider>[0]>>

const textAt = (words: JsonObject | undefined, key: string): Json | undefined =>
  key
    .split('.')
    .reduce<Json | undefined>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), words)

/** Polyglot chooses a form only by `smart_count`: a text of several forms gets the count that it names. */
function counted(text: Json | undefined, options: Options): Options {
  if (typeof text !== 'string' || !text.includes('||||') || options === undefined) return options
  return { ...options, smart_count: countOf(text, options as Params) ?? 2 }
}

/** In a language that is read from the right, what fills a sentence stands apart from it. */
const apart = (language: string, options: Options): Options =>
  options && directionOf(language) === 'rtl' ? (isolated(options as Params) as Options) : options

type Options = Parameters<I18nProvider['translate']>[1]

function localesOf(words: JsonObject): Locale[] {
  const shell = words['shell'] as JsonObject | undefined
  const locales = Object.entries((shell?.['languages'] ?? {}) as JsonObject).map(([locale, name]) => ({
    locale,
    name: String(name),
  }))
  return locales.sort((a, b) => Number(b.locale === FIRST_LANGUAGE) - Number(a.locale === FIRST_LANGUAGE))
}

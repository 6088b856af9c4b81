import type { Model } from '../../../model/model'
import { screensOf, type ServerFeature } from '../feature/feature'
import { moduleList } from '../modules/module-list'
import type { Runtime } from '../runtime'
import { metadataTexts } from './missing-words'
import { FIRST_LANGUAGE } from './read-words'

/** A text that can be translated. */
export interface LanguageText {
  readonly key: string
  /** Spanish, as the program came with it. */
  readonly original: string
  /** Keys that stand in for it, its own among them. */
  readonly keys: readonly string[]
}

/** Texts that are edited together; `id` is its place among the groups by name, from 1. */
export interface TextGroup {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly route: string | null
  readonly texts: readonly LanguageText[]
}

/** Those that have a part for each entity, catalogue or report. */
const PARTED = new Set(['entities', 'resources', 'reports'])
/** The language's own name and mark, which are its settings. */
const OWN = /^(language|shell\.languages)\./

/** Every text of the console, of its files and of its metadata, in groups. */
export function textGroups(
  { words, model: modelOf }: Runtime,
  features: readonly ServerFeature[],
): readonly TextGroup[] {
  const model = modelOf()
  const { fileKeys } = words
  const texts = new Map<string, LanguageText>()
  for (const { keys, title } of metadataTexts(model, features)) {
    const known = keys.find((key) => fileKeys.has(key))
    const key = known ?? keys.find((one) => one.startsWith('entities.')) ?? keys[0]
    if (key !== undefined && !texts.has(key))
      texts.set(key, { key, original: words.ownText(FIRST_LANGUAGE, key) ?? title, keys: [key, ...keys] })
  }
  for (const key of fileKeys) {
    const original = words.ownText(FIRST_LANGUAGE, key)
    // What only a translation has stands in for a title that was found above, or is not used any more.
    if (original !== undefined && !OWN.test(key) && !texts.has(key)) texts.set(key, { key, original, keys: [key] })
  }
  const groups = new Map<string, LanguageText[]>()
  for (const text of texts.values()) {
    const [first = '', second = ''] = text.key.split('.')
    const key = PARTED.has(first) ? `${first}.${second}` : first
    const own = groups.get(key) ?? []
    own.push(text)
    groups.set(key, own)
  }
  const named = placesOf(words, model, features)
  return [...groups.keys()].sort().map((key, at) => ({
    id: at + 1,
    key,
    ...named(key),
    texts: (groups.get(key) ?? []).sort((a, b) => (a.key < b.key ? -1 : 1)),
  }))
}

/** What a group belongs to, as its key says: a page of the console, or a part of the program under its own name. */
function placesOf(
  words: Runtime['words'],
  model: Model,
  features: readonly ServerFeature[],
): (group: string) => { readonly name: string; readonly route: string | null } {
  const modules = new Map(moduleList(model, screensOf(features)).map((module) => [module.key, module]))
  return (group) => {
    const part = group.split('.').at(-1) ?? group
    const module =
      modules.get(part) ??
      modules.get(Object.values(model.resources).find(({ entity }) => entity === part)?.module ?? '')
    // Parts of the program that are no page and no table have names of their own.
    const own = part === group ? words.ownText(FIRST_LANGUAGE, `console_texts.parts.${part}`) : undefined
    const title =
      own ?? model.resources[part]?.title ?? model.reports[part]?.title ?? model.entities[part]?.title ?? module?.title
    const route = module?.route ?? null
    return { name: title ?? part.replaceAll('_', ' '), route: route?.includes(':') === true ? null : route }
  }
}

/** What a language says for a text: what was written here, or the words of its files; null: it has none. */
export function saidIn(
  { words }: Runtime,
  language: string,
  { key, keys, original }: LanguageText,
): { readonly value: string | null; readonly default_value: string | null } {
  const default_value =
    keys.map((one) => words.ownText(language, one)).find((text) => text !== undefined) ??
    (language === FIRST_LANGUAGE ? original : null)
  return { value: words.written(language, key) ?? default_value, default_value }
}

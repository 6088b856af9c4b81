import { representFields } from '../../../model/search-fields'
import { fold } from '../../../model/values/fold'
import type { RecordContext } from '../record-context'
import { oneTitle, resourceTitle } from '../fields/labels'
import { signedWords } from './search-words'

/** A number as people write it down: `#12`, `N.º 12`, `Nº12`. */
const NUMBER_SIGN = /^(?:#|n\.?[º°o]\.?|n[uú]m(?:ero|\.)?)(?=\d|$)/iu

/**
 * The words of a list's search. Where records are named by a number, they are asked for as they are read elsewhere:
 * `Servicio 12`, `#12`, `N.º 12` are the record 12.
 */
export function askedWords({ entity, resource, runtime, actor }: RecordContext, text: string): readonly string[] {
  const words = signedWords(text)
  if (!representFields(entity).includes('id')) return words
  const bare = words.map((word) => word.replace(NUMBER_SIGN, '')).filter(Boolean)
  if (!bare.some((word) => /^\d+$/.test(word))) return words
  const { words: said } = runtime
  const { language } = actor
  const names = [oneTitle(said, language, resource, entity), resourceTitle(said, language, resource), entity.title]
  const titles = new Set(names.flatMap((title) => title.split(' ')).map(fold))
  const others = bare.filter((word) => !titles.has(fold(word)))
  return others.length > 0 ? others : words
}

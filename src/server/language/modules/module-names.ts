import type { Words } from '../runtime'
import { groupTitleKey, type Module } from './module-list'

/** The name of a module or a group in one language, unless somebody has renamed it. */
export function moduleName(
  words: Words,
  language: string,
  { title, titleKey }: Pick<Module, 'title' | 'titleKey'>,
): string {
  const said = words.say(language, titleKey)
  return said === titleKey ? title : said
}

export function groupName(words: Words, language: string, group: string): string {
  const capital = group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ')
  return moduleName(words, language, { title: capital, titleKey: groupTitleKey(group) })
}

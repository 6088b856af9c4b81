import type { Words } from '../runtime'
import { groupTitleKey, type Module } from './module-list'

const SPANISH = 'es'

/** What a module or a group is called when nobody has renamed it, in one language. */
export function moduleName(words: Words, language: string, { title, titleKey }: Pick<Module, 'title' | 'titleKey'>): string {
  const said = words.say(language, titleKey)
  return said === titleKey ? title : said
}

export function groupName(words: Words, language: string, group: string): string {
  const capital = group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ')
  return moduleName(words, language, { title: capital, titleKey: groupTitleKey(group) })
}

/** The row's name is the administrators', unless it still is the one it was made with: then it is said in the reader's language. */
export function ownedName(rowName: string, nameIn: (language: string) => string, language: string): string {
  return rowName === nameIn(SPANISH) ? nameIn(language) : rowName
}

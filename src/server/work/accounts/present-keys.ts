import type { Hooks } from '../../language/feature/hooks'
import type { Model } from '../../../model/model'
import { moduleList } from '../../language/modules/module-list'
import { moduleName } from '../../language/modules/module-names'
import type { Words } from '../../language/runtime'
import { readRights } from '../../language/actor/key-rights'

/** Keys as people read them: modules by their titles, and what expired a moment ago as expired. */
export const presentKeys = (words: Words): Hooks => ({
  entity: 'api_keys',
  present: async (_db, records, { now, actor, model }) =>
    records.map((record) => ({
      ...record,
      ...(typeof record.rights === 'string' ? { rights: rightsText(words, actor.language, model, record.rights) } : {}),
      ...(record.status === 'active' && Date.parse(String(record.date_expires)) <= now.getTime()
        ? { status: 'expired' }
        : {}),
    })),
})

function rightsText(words: Words, language: string, model: Model, rights: string): string {
  const modules = new Map(moduleList(model, []).map((module) => [module.key, module]))
  return [...readRights(rights)]
    .map(([key, edit]) => {
      const module = modules.get(key)
      return words.say(language, edit ? 'keys.edits' : 'keys.sees', {
        name: module ? moduleName(words, language, module) : key,
      })
    })
    .join(', ')
}

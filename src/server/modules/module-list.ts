import type { Model } from '../../model/model'
import type { ServerFeature } from '../feature'

/** A module as metadata and features bring it: what its row starts from. */
export interface Module {
  readonly key: string
  /** Spanish, as written. */
  readonly title: string
  /** Where its name in other words and languages is looked up. */
  readonly titleKey: string
  readonly route: string
  readonly icon: string
  readonly group: string | null
  readonly order: number
  /** For root users alone. */
  readonly root: boolean
}

/** Key of a group's row: apart from the modules' own. */
export const groupKey = (group: string): string => `group.${group}`
/** Where the name of a group is looked up. */
export const groupTitleKey = (group: string): string => `menu.groups.${group}`

/** Every module there is: one per guarding key of the resources, then the features' screens. */
export function moduleList(model: Model, features: readonly ServerFeature[]): Module[] {
  const found = new Map<string, Module>()
  for (const { name, title, module, route, menu, root = false } of Object.values(model.resources)) {
    if (module === null || (found.has(module) && module !== name)) continue
    found.set(module, { key: module, title, titleKey: `resources.${name}.name`, route, ...menu, root })
  }
  for (const { key, title, route, icon, group, order } of features.flatMap(({ modules }) => modules ?? [])) {
    if (!found.has(key)) found.set(key, { key, title, titleKey: `modules.${key}`, route, icon, group, order, root: false })
  }
  return [...found.values()]
}

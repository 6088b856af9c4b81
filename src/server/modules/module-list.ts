import type { Model } from '../../model/model'
import { pageRoute } from '../../model/record-route'

/** A feature's own screen. */
export interface ScreenModule {
  readonly key: string
  readonly title: string
  readonly route: string
  readonly icon: string
  readonly group: string | null
  readonly order: number
}

/** A module from metadata or a feature: what its row starts from. */
export interface Module {
  readonly key: string
  /** Spanish, as written. */
  readonly title: string
  /** Key for its name in other words and languages. */
  readonly titleKey: string
  readonly route: string
  readonly icon: string
  readonly group: string | null
  readonly order: number
  /** Who finds it in the menu; absent: everyone who may see it. */
  readonly for?: 'operator' | 'corporate'
  /** For root users only. */
  readonly root: boolean
}

/** The engine's own screens. */
const ENGINE_SCREENS: readonly (ScreenModule & Pick<Module, 'for'>)[] = [
  { key: 'logs', title: 'Actividad', route: '/logs', icon: 'history', group: 'system', order: 950, for: 'operator' },
]

/** Key of a group's row, different from the keys of modules. */
export const groupKey = (group: string): string => `group.${group}`
/** Key for the name of a group. */
export const groupTitleKey = (group: string): string => `menu.groups.${group}`

/** Every module there is: one per guarding key of the resources, then the features' screens. */
export function moduleList(model: Model, screens: readonly ScreenModule[]): Module[] {
  const found = new Map<string, Module>()
  for (const resource of Object.values(model.resources)) {
    const { name, title, module, menu, root = false } = resource
    if (module === null || (found.has(module) && module !== name)) continue
    found.set(module, { key: module, title, titleKey: `resources.${name}.name`, route: pageRoute(resource), ...menu, root })
  }
  for (const screen of [...ENGINE_SCREENS, ...screens]) {
    if (!found.has(screen.key)) found.set(screen.key, { ...screen, titleKey: `modules.${screen.key}`, root: false })
  }
  return [...found.values()]
}

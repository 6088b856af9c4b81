import { moveModule } from '../../../model/flow'
import type { Model } from '../../../model/model'
import type { Actor } from '../../../model/rights/actor'
import { scopeRule } from '../../../model/rights/access'
import { hasWhole } from '../../../model/rights/house'
import { MAILS } from '../../../model/mail/mail-calls'
import { MAIL_SETTINGS } from '../../../model/mail/mail-settings-calls'
import { OWN_REPORTS } from '../../../model/own-report'
import { LANGUAGES } from '../../../model/words/language-calls'
import { TESTS } from '../../../model/check-calls'
import type { Resource } from '../../../model/resource'
import type { Rule } from '../../../model/rules/rule'
import { pageRoute } from '../../../model/record-route'

/** A feature's own screen. */
export interface ScreenModule {
  readonly key: string
  readonly title: string
  readonly route: string
  readonly icon: string
  readonly group: string | null
  readonly order: number
  /** What it shows is of the whole house: no entry for who is bound to a part of it. */
  readonly whole?: true
  /** Another name of it in the menu of all but root and these (see `Module.for`). */
  readonly called?: { readonly but: string; readonly title: string; readonly titleKey: string }
}

/** A module from metadata or a feature: what its row starts from. */
export interface Module {
  readonly key: string
  /** Spanish, as written. */
  readonly title: string
  /** Key for its name in other words and languages. */
  readonly titleKey: string
  /** Null: no page, only a right that roles give. */
  readonly route: string | null
  readonly icon: string
  readonly group: string | null
  readonly order: number
  /** Who finds it in the menu: `staff`, or people of a role with this flag; absent: everyone who may see it. */
  readonly for?: string
  /** For root users only. */
  readonly root: boolean
  /** A rule on the user: who sees it, in addition to the right. */
  readonly see?: Rule
  /** Whether its one record is outside an actor's scope, so that its page would only refuse them. */
  readonly isClosedTo?: (actor: Actor) => boolean
  readonly called?: ScreenModule['called']
}

/** The engine's own screens. */
const ENGINE_SCREENS: readonly (ScreenModule & Pick<Module, 'for'> & Partial<Pick<Module, 'root'>>)[] = [
  { key: 'logs', title: 'Actividad', route: '/logs', icon: 'history', group: 'system', order: 950, for: 'staff' },
  {
    key: OWN_REPORTS,
    title: 'Mis reportes',
    route: `/${OWN_REPORTS}`,
    icon: 'assessment',
    group: 'reports',
    order: 699,
  },
  {
    key: MAILS,
    title: 'Plantillas de correo',
    route: `/${MAILS}`,
    icon: 'email',
    group: 'system',
    order: 929,
    for: 'staff',
  },
  {
    key: MAIL_SETTINGS,
    title: 'Ajustes de correo',
    route: '/settings/mail',
    icon: 'email',
    group: 'system',
    order: 902,
    root: true,
  },
  {
    key: LANGUAGES,
    title: 'Idiomas',
    route: `/${LANGUAGES}`,
    icon: 'language',
    group: 'system',
    order: 930,
    for: 'staff',
  },
  { key: TESTS, title: 'Pruebas', route: `/${TESTS}`, icon: 'science', group: 'system', order: 955, root: true },
]

/** Key of a group's row, different from the keys of modules. */
export const groupKey = (group: string): string => `group.${group}`
/** Key for the name of a group. */
export const groupTitleKey = (group: string): string => `menu.groups.${group}`

/**
 * Every module there is: one per guarding key of the resources, each followed by the rights of its moves, then the
 * features' screens.
 */
export function moduleList(model: Model, screens: readonly ScreenModule[]): Module[] {
  const found = new Map<string, Module>()
  for (const resource of Object.values(model.resources)) {
    const { name, title, module, menu, root = false } = resource
    if (module === null || (found.has(module) && module !== name)) continue
    const entity = resource.singleton ? model.entities[resource.entity] : undefined
    found.set(module, {
      key: module,
      title,
      titleKey: `resources.${name}.name`,
      route: pageRoute(resource),
      ...menu,
      root,
      ...(entity && { isClosedTo: (actor: Actor) => scopeRule(model.application.scopes, entity, actor) === 'none' }),
    })
    for (const right of rightsOf(model, resource))
      found.set(right.key, { ...right, group: menu.group, order: menu.order, root })
  }
  for (const { name, title, module, path, menu, see } of Object.values(model.reports)) {
    if (module === name)
      found.set(module, {
        key: module,
        title,
        titleKey: `reports.${name}.name`,
        route: `/${path}`,
        ...menu,
        root: false,
        ...(see && { see }),
      })
  }
  for (const screen of [...ENGINE_SCREENS, ...screens]) {
    if (found.has(screen.key)) continue
    const whole = 'whole' in screen &&
      screen.whole && { isClosedTo: (actor: Actor) => !hasWhole(model.application.scopes, actor) }
    found.set(screen.key, { root: false, ...screen, ...whole, titleKey: `modules.${screen.key}` })
  }
  return [...found.values()]
}

/**
 * Rights that moves of the resource's flow have of their own, each named for its moves (`Liquidaciones: Completar`).
 */
function rightsOf(
  model: Model,
  { name, entity, module, title, actions }: Resource,
): Omit<Module, 'group' | 'order' | 'root'>[] {
  const moves = Object.entries(model.entities[entity]?.flow?.moves ?? {})
  const rights = new Set(moves.flatMap(([, { right }]) => right ?? []))
  return [...rights].flatMap((right) => {
    const own = moves.filter(
      ([id, move]) => move.right === right && actions.some((action) => action.move && action.id === id),
    )
    const [first] = own
    if (!first || module === null) return []
    return [
      {
        key: moveModule(module, right),
        title: `${title}: ${own.map(([, move]) => move.title).join(', ')}`,
        titleKey: `resources.${name}.rights.${right}`,
        route: null,
        icon: first[1].icon,
      },
    ]
  })
}

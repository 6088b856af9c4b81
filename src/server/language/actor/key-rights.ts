import { givesPlaces } from '../../../model/application'
import { mayWrite, maySee } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { seesLess } from '../../../model/rights/sees-module'
import { maySeeReport } from '../../../model/report'
import { AppError } from '../../../model/errors'
import type { Entity } from '../../../model/entity'
import type { Model } from '../../../model/model'
import { SYSTEM_ENTITIES } from '../metadata/system-files'
import { moduleList } from '../modules/module-list'
import { moduleName } from '../modules/module-names'
import type { Runtime } from '../runtime'

/** Module → whether the key may also edit there. */
export type KeyRights = ReadonlyMap<string, boolean>

/** `clients:see vehicles:edit`, as it is stored. */
export const writeRights = (rights: KeyRights): string =>
  [...rights].map(([module, edit]) => `${module}:${edit ? 'edit' : 'see'}`).join(' ')

export const readRights = (text: string): KeyRights =>
  new Map(
    text.split(' ').flatMap((part) => {
      const [module = '', right] = part.split(':')
      return module === '' ? [] : [[module, right === 'edit'] as const]
    }),
  )

/**
 * Whoever asks with a key: its owner as they are now, in the key's modules alone. Never root, whoever owns it: what
 * only root sees or does, and what hangs on the flag for passwords, is closed to programs.
 */
export function keyActor(
  owner: Actor,
  { id, name, rights }: { readonly id: number; readonly name: string; readonly rights: KeyRights },
): Actor {
  const both = [...rights].flatMap(([module, edit]) => {
    const own = Object.hasOwn(owner.rights, module) ? owner.rights[module] : undefined
    return own?.see ? [[module, { see: true, edit: edit && own.edit }] as const] : []
  })
  const fewer: Actor['rights'] = Object.fromEntries(both)
  return {
    ...owner,
    root: false,
    rights: fewer,
    facts: { ...owner.facts, root: false, can_set_passwords: false, ...seesLess(owner.facts, fewer) },
    key: { id, name },
  }
}

const CLOSED = new Set(SYSTEM_ENTITIES.filter((name) => name !== 'users'))

/**
 * Roles, rights, sessions, keys, settings, mails and the rest of what the engine keeps, and where people work: closed
 * to keys, whatever their owner may do.
 */
export const isClosedToKeys = ({ application }: Pick<Model, 'application'>, { name, settings }: Entity): boolean =>
  CLOSED.has(name) || settings === true || givesPlaces(application, name)

/** @throws {AppError} FORBIDDEN when a key asks for what is closed to all keys */
export function assertOpenToKey({ key }: Actor, model: Pick<Model, 'application'>, entity: Entity): void {
  if (key && isClosedToKeys(model, entity)) throw new AppError('FORBIDDEN', { say: 'errors.key_closed' })
}

/** A module that a key may be given, and whether with the right to edit. */
interface KeyModule {
  readonly id: string
  readonly name: string
  readonly edit: boolean
}

/**
 * Catalogues and reports that a person may open to a key of theirs, with the rights that moves in them have of their
 * own, by title.
 */
export function keyModules(
  { model, words }: Pick<Runtime, 'model' | 'words'>,
  owner: Actor,
  language: string,
): readonly KeyModule[] {
  const open = new Map<string, boolean>()
  for (const { module, resource } of resourcesFor(model(), { ...owner, root: false })) {
    open.set(module, mayWrite(model(), { ...owner, root: false }, resource) || open.get(module) === true)
  }
  for (const report of Object.values(model().reports)) {
    if (report.module !== null && !open.has(report.module) && maySeeReport({ ...owner, root: false }, report))
      open.set(report.module, false)
  }
  const found = moduleList(model(), []).flatMap((module): readonly KeyModule[] => {
    const { key, route } = module
    const edit =
      route === null && open.has(key.slice(0, key.lastIndexOf('.'))) && owner.rights[key]?.see
        ? owner.rights[key].edit
        : open.get(key)
    return edit === undefined ? [] : [{ id: key, name: moduleName(words, language, module), edit }]
  })
  return found.toSorted((one, other) => one.name.localeCompare(other.name, language))
}

function resourcesFor(
  model: Model,
  owner: Actor,
): { readonly module: string; readonly resource: Model['resources'][string] }[] {
  return Object.values(model.resources).flatMap((resource) => {
    const entity = model.entities[resource.entity]
    const isOpen =
      entity !== undefined && !isClosedToKeys(model, entity) && resource.rest === undefined && maySee(owner, resource)
    return isOpen && resource.module !== null ? [{ module: resource.module, resource }] : []
  })
}

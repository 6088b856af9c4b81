import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldTypes } from '../field-type'
import type { RuleRoom } from '../rules/parse-rule'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/** Names that features supply, and what rules may name. */
export interface Known {
  readonly widgets: readonly string[]
  readonly panels: readonly string[]
  readonly dialogs?: readonly string[]
  /** Layouts of a list that features draw. */
  readonly layouts?: readonly string[]
  /** Charts that features draw. */
  readonly charts?: readonly string[]
  /** Keys of the modules that are screens. */
  readonly screens?: readonly string[]
  /** Channels that features send by. */
  readonly channels?: readonly string[]
  /** Whether a feature keeps books; absent: it is not known here. */
  readonly books?: boolean
  /** Tables that no schema describes, and who keeps each (`the feature "fleet"`). */
  readonly tables?: { readonly [table: string]: string }
  /** Names after `user.` in addition to the usual ones. */
  readonly facts?: readonly string[]
  /** Names after `setting.`; absent: any is accepted. */
  readonly settings?: readonly string[]
}

/** The context in which a resource is read. */
export interface ResourceRoom {
  readonly entity: Entity
  readonly draft: EntityDraft
  readonly rules: RuleRoom
  readonly fieldTypes: FieldTypes
  readonly known: Known
  /** Whether the application says what stands at the head of its papers. */
  readonly hasLetterhead: boolean
}

/** Finds the field a view names; reports M002 where there is none, M016 where it is secret. */
export function viewField(
  name: string,
  room: ResourceRoom,
  place: ErrorPlace,
  others: readonly string[] = [],
): Field | null {
  const { entity, draft, fieldTypes } = room
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) {
    place.error(
      'M002',
      `no field "${name}" in ${fileOf(draft)}.${didYouMean(name, [...Object.keys(entity.fields), ...others])}`,
    )
    return null
  }
  if (field.secret) place.error('M016', `"${name}" is secret (x-secret) and never leaves the server. Remove it.`)
  return field.secret || !fieldTypes[field.type] ? null : field
}

/** As `viewField`, for fields that are shown: one that is never read back is refused. */
export function shownField(
  name: string,
  room: ResourceRoom,
  place: ErrorPlace,
  others: readonly string[] = [],
): Field | null {
  const field = viewField(name, room, place, others)
  if (!field || !room.fieldTypes[field.type]?.writeOnly) return field
  place.error('M016', `"${name}" (${field.type}) is never read back. Remove it.`)
  return null
}

/** Wire names that the references of an entity expand to. */
export function expandedNames(entity: Entity): string[] {
  return Object.values(entity.fields).flatMap((field) => Object.keys(field.ref?.expand ?? {}))
}

/** Reports M029 where a name is repeated; true where it is the first. */
export function isFirst(name: string, seen: Set<string>, place: ErrorPlace, id: 'M027' | 'M029' = 'M029'): boolean {
  if (!seen.has(name)) return Boolean(seen.add(name))
  place.error(id, `"${name}" is there already. Remove one.`)
  return false
}

/** Widgets of the engine's own browser half. */
const OWN_WIDGETS: readonly string[] = ['alert-part', 'message-template', 'role-permissions']
/** Dialogs of the same. */
const OWN_DIALOGS: readonly string[] = ['person-rights']

export function checkSupplied(
  name: string,
  supplied: readonly string[],
  kind: 'widget' | 'panel' | 'screen' | 'dialog' | 'layout' | 'chart',
  place: ErrorPlace,
): void {
  if (
    supplied.includes(name) ||
    (kind === 'widget' && OWN_WIDGETS.includes(name)) ||
    (kind === 'dialog' && OWN_DIALOGS.includes(name))
  )
    return
  const hint =
    didYouMean(name, supplied) ||
    (supplied.length ? ` Supplied: ${supplied.join(', ')}.` : ` No feature supplies a ${kind}.`)
  place.error('M005', `no ${kind} "${name}".${hint}`)
}

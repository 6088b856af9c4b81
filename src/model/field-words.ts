import type { Entity } from './entity'
import type { Field } from './field'
import type { Action, Column, Resource } from './resource'

/** Whether a schema declares the field: the engine's own have neither a type nor a title in metadata. */
const isDeclared = ({ schema }: Field): boolean => schema.type !== undefined || schema['x-type'] !== undefined

/** The engine's words for a field of this name: for its own fields, never for what a schema says itself. */
const commonKeys = (field: Field | undefined, key: string): readonly string[] =>
  field && !isDeclared(field) ? [`common.${key}`] : []

/** Keys of a field's label, the most particular one first; without any of them its title serves. */
export const fieldKeys = (
  { name, entity }: Pick<Resource, 'name' | 'entity'>,
  field: Field | undefined,
  f: string,
): readonly string[] => [`resources.${name}.fields.${f}`, ...entityFieldKeys(entity, field, f)]

/** The same where no catalogue is shown. */
export const entityFieldKeys = (entity: string, field: Field | undefined, f: string): readonly string[] => [
  `entities.${entity}.fields.${f}`,
  `fields.${f}`,
  ...commonKeys(field?.name === f ? field : undefined, `fields.${f}`),
]

/** Keys of the label of a value within a compound one: `entities.<entity>.fields.appearance_border_width`. */
export const innerKeys = (of: Pick<Resource, 'name' | 'entity'>, field: Field): readonly string[] => [
  ...fieldKeys(of, field, field.name.replaceAll('.', '_')),
  ...(field.name.endsWith('.kind') ? ['common.fields.kind'] : []),
]

/** Keys of the help under a field's input, the most particular one first; without them its description serves. */
export const helpKeys = (
  { name, entity }: Pick<Resource, 'name' | 'entity'>,
  field: Pick<Field, 'name'>,
): readonly string[] =>
  [`resources.${name}`, `entities.${entity}`].map((of) => `${of}.help.${field.name.replaceAll('.', '_')}`)

/** Keys of what one record is called, the most particular one first; without any of them its entity's title serves. */
export const oneKeys = ({ name, entity }: Pick<Resource, 'name' | 'entity'>): readonly string[] => [
  `resources.${name}.one`,
  `entities.${entity}.name`,
]

/** Keys of an action's label, the most particular one first; without any of them its title serves. */
export const actionKeys = (
  { name, entity }: Pick<Resource, 'name' | 'entity'>,
  { id, move }: Pick<Action, 'id' | 'move'>,
): readonly string[] => [`resources.${name}.actions.${id}`, move ? `entities.${entity}.moves.${id}` : `actions.${id}`]

/**
 * Keys of the words for one choice, the most particular one first: those of the entity's field, or else those for every
 * field of that name.
 */
export const choiceKeys = (field: Field, value: string): readonly string[] => {
  const key = `values.${field.name.replaceAll('.', '_')}.${value}`
  return [`entities.${field.entity}.${key}`, key, ...commonKeys(field, key)]
}

/** What a reference brings under a wire name. */
interface Brought {
  readonly from: Field
  /** The field of the referenced record. */
  readonly there: string
  /** Something else among the list's columns, or among its details, has the reference's label. */
  readonly hasTwin: boolean
}

/** The reference behind a wire name; null: the name is not an expanded one. */
export function broughtBy(
  entity: Entity,
  f: string,
  list?: { readonly columns: readonly Column[]; readonly details: readonly Column[] },
): Brought | null {
  for (const from of Object.values(entity.fields)) {
    const there = from.ref?.expand[f]
    if (there === undefined || Object.hasOwn(entity.fields, f)) continue
    const names = [from.name, ...Object.keys(from.ref?.expand ?? {})]
    const { columns = [], details = [] } = list ?? {}
    const isIn = (of: readonly Column[]): boolean => of.some((column) => column.f === f)
    // An opened row stands below its columns.
    const beside = isIn(columns) ? columns : isIn(details) ? [...columns, ...details] : []
    return { from, there, hasTwin: beside.some((column) => column.f !== f && names.includes(column.f)) }
  }
  return null
}

type Named = { readonly name: string; readonly entity: string }

/**
 * The sentence that an application gives in place of a rule read aloud: why an action cannot be used now, or a field
 * not changed.
 */
export const whyKeys = ({ name, entity }: Named, id: string): readonly string[] => [
  `resources.${name}.why.${id}`,
  `entities.${entity}.why.${id}`,
]

/** The same for a field that a rule fills in. */
export const whySetKeys = ({ name, entity }: Named, f: string): readonly string[] => [
  `resources.${name}.why_set.${f}`,
  `entities.${entity}.why_set.${f}`,
]

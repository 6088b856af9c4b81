import { isWritable, typeOf } from './canonical'
import type { Entity } from './entity'
import type { Field } from './field'
import type { FieldTypes } from './field-type'

/**
 * Whether many records can have the same value of a field: one that people write, and no file, password, row or value
 * of one record alone.
 */
export function isSettable(entity: Entity, field: Field, fieldTypes: FieldTypes): boolean {
  const { file, writeOnly } = typeOf(field, fieldTypes)
  const isPlain = isWritable(field) && !file && !writeOnly && !field.children && !field.computed
  // Activating asks and says more than a value does.
  const isState = field.name === 'state' && entity.traits.includes('activable')
  return isPlain && !isState && !field.unique && field.name !== 'id'
}

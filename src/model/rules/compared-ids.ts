import type { Entity } from '../entity'
import type { Field } from '../field'
import type { Rule } from './rule'

/** A record that a rule names by its id. */
interface ComparedId {
  readonly field: Field
  readonly id: string | number
  readonly key: string
}

/** Of which record a literal of a reference is, whatever the path that leads to the reference. */
export const comparedKey = (field: Field, id: string | number): string => `${field.ref?.to ?? ''}/${id}`

/** The records that a rule compares references with: their ids say nothing to people. */
export function comparedIds(
  rule: Rule,
  entity: Entity,
  entities: { readonly [name: string]: Entity },
): readonly ComparedId[] {
  if ('all' in rule) return rule.all.flatMap((one) => comparedIds(one, entity, entities))
  if ('any' in rule) return rule.any.flatMap((one) => comparedIds(one, entity, entities))
  if ('not' in rule) return comparedIds(rule.not, entity, entities)
  const { operand, value } = rule
  const of = operand.kind === 'path' ? entities[entity.fields[operand.ref]?.ref?.to ?? ''] : entity
  const field = operand.kind === 'field' || operand.kind === 'path' ? of?.fields[operand.field] : undefined
  if (!field?.ref || value.kind !== 'literal' || rule.op === 'isNull') return []
  const ids = (Array.isArray(value.value) ? value.value : [value.value]) as readonly unknown[]
  return ids.flatMap((id) => {
    if (typeof id !== 'number' && typeof id !== 'string') return []
    return [{ field, id, key: comparedKey(field, id) }]
  })
}

import type { Actor } from './actor'
import type { Json } from './json'
import type { Entity } from './model'
import type { Operand, Operator, Rule } from './rule'

/**
 * Which rows of an entity a user may meet, as one rule for lists, records, look-ups, exports and the WHERE of writes.
 * @param use 'write' leaves out the rows that all tenants share: they read them, they do not own them
 * @returns null: every row; 'none': no row at all
 */
export function scopeRule(entity: Entity, actor: Actor, use: 'read' | 'write' = 'read'): Rule | 'none' | null {
  const parts: Rule[] = []
  const shared = entity.scope.shared === true && use === 'read'
  if (actor.id_company !== null) {
    if (entity.scope.company) parts.push(within(entity.scope.company, 'eq', actor.id_company, shared))
    else if (!shared) return 'none'
  }
  if (actor.id_branches !== null && entity.scope.branch) parts.push(within(entity.scope.branch, 'in', actor.id_branches, shared))
  const [only] = parts
  return parts.length > 1 ? { all: parts } : only ?? null
}

function within(path: string, op: Operator, value: Json, shared: boolean): Rule {
  const operand = pathOperand(path)
  const mine: Rule = { operand, op, value: { kind: 'literal', value } }
  return shared ? { any: [mine, { operand, op: 'isNull', value: { kind: 'literal', value: true } }] } : mine
}

/** `id_company` or, one reference away, `id_store.id_partner`. */
function pathOperand(path: string): Operand {
  const [first = '', second] = path.split('.')
  return second === undefined ? { kind: 'field', field: first } : { kind: 'path', ref: first, field: second }
}

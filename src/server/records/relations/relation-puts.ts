import { scopeRule } from '../../../model/rights/access'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { isOperand, type Rule } from '../../../model/rules/rule'
import { ruleFields, rulePaths } from '../../../model/rules/rule-fields'
import type { RecordContext } from '../record-context'
import { colorKey, labelKey, type Put, type RowColumns } from '../fields/row-columns'
import type { SeenFields } from '../fields/seen-fields'
import { computedText, rollupColumn, type RollupColumn } from './computed-column'
import { refsColumn } from './refs-column'

/**
 * Adds the values of a virtual field to an item: ids and labels of `refs`, computed values. Rows of a record
 * (`children`) come with a single record only, never with a list.
 * @param whose the server itself computes nothing, and reads every id there is
 */
export function relationPuts(
  context: RecordContext,
  whose: 'asker' | 'server',
  field: Field,
  row: RowColumns,
  seen: (entity: Entity) => SeenFields,
): readonly Put[] {
  const { name, ref, computed } = field
  const target = ref && context.model.entities[ref.to]
  if (ref && target) {
    const column = refsColumn(whose === 'asker' ? context : unscoped(context), field, target, seen(target))
    const raw = row.any(column.expression)
    return [
      (item, at) => {
        const { ids, labels, colors } = column.read(raw(at))
        item[name] = ids
        item[labelKey(name)] = labels
        if (field.type === 'tags' && whose === 'asker') item[colorKey(name)] = colors
      },
    ]
  }
  if (!computed || whose === 'server') return []
  if (computed.kind === 'text') {
    return [
      (item) => {
        item[name] = computedText(computed, item)
      },
    ]
  }
  const rows = countedRows(context, computed, seen)
  if (!rows) {
    return [
      (item) => {
        item[name] = null
      },
    ]
  }
  const column = rollupColumn(context, computed, rows)
  const raw = row.any(column.expression)
  return [
    (item, at) => {
      item[name] = column.read(raw(at))
    },
  ]
}

/**
 * The rows that a number is about; null where the asker may not see a field it depends on: a sum would reveal its
 * values.
 */
export function countedRows(
  context: RecordContext,
  computed: RollupColumn,
  seen: (entity: Entity) => SeenFields,
): Entity | null {
  const rows = context.model.entities[computed.of]
  if (!rows || !rollupFields(computed).every((named) => seen(rows).fields.get(named) === null)) return null
  return pathsSeen(context, computed, rows, seen) ? rows : null
}

/** Fields of the rows that a number over them depends on. */
const rollupFields = ({ field, by, where }: RollupColumn): readonly string[] => [
  by,
  ...(field === undefined ? [] : [field]),
  ...(where ? ruleFields(where) : []),
]

function pathsSeen(
  { model }: RecordContext,
  { where }: RollupColumn,
  rows: Entity,
  seen: (entity: Entity) => SeenFields,
): boolean {
  return (
    !where ||
    rulePaths(where).every(({ ref, field }) => {
      let at: Entity | undefined = rows
      return `${ref}.${field}`.split('.').every((name) => {
        const of: Entity | undefined = at
        at = model.entities[of?.fields[name]?.ref?.to ?? '']
        return of !== undefined && seen(of).fields.get(name) === null
      })
    })
  )
}

/**
 * Askers with the same key, who see the same fields, read an entity's relations by the same SQL: what their scopes ask
 * of the related rows. Null: a rule of a number names the asker, a setting or the present.
 */
export function relationsKey({ entity, model, actor }: RecordContext): string | null {
  const keys: string[] = []
  for (const { virtual, ref, computed } of Object.values(entity.fields)) {
    const of = virtual && (ref?.to ?? (computed?.kind === 'rollup' ? computed.of : undefined))
    const rows = of ? model.entities[of] : undefined
    if (!rows) continue
    if (computed?.kind === 'rollup' && computed.where && !isFixed(computed.where)) return null
    const scope = scopeRule(model.application.scopes, rows, actor)
    if (scope !== null)
      keys.push(
        JSON.stringify(scope, (_, part: unknown) => (isUserFact(part) ? (actor.facts[part.name] ?? null) : part)),
      )
  }
  return keys.join()
}

const isUserFact = (part: unknown): part is { readonly name: string } =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'user' && 'name' in part

function isFixed(rule: Rule): boolean {
  if ('all' in rule) return rule.all.every(isFixed)
  if ('any' in rule) return rule.any.every(isFixed)
  if ('not' in rule) return isFixed(rule.not)
  const { operand, value } = rule
  // A field behind a reference may be hidden from some users.
  return operand.kind === 'field' && (value.kind === 'literal' || (isOperand(value) && value.kind === 'field'))
}

const unscoped = (context: RecordContext): RecordContext => ({
  ...context,
  actor: { ...context.actor, root: true, scopes: {} },
})

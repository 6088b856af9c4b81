import { scopeRule } from '../../model/access'
import { TENANTS, type Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import type { FieldChange } from '../audit'
import { idsWithin } from './choices'
import type { LogLine } from './log-list'
import type { RecordContext } from './record-context'
import type { RecordId } from './record-id'
import { targetContext } from './relations/refs-column'
import { idsOf } from './relations/write-refs'

/**
 * Lines as the asker may read them: a list of references or rows in which something lay beyond his reach is told as changed, and no more,
 * since its text names all that stood there.
 */
export async function withinSight(context: RecordContext, lines: readonly LogLine[]): Promise<readonly LogLine[]> {
  const asked = new Map<Entity, Set<RecordId>>()
  for (const { target, change } of lines.flatMap((line) => listsIn(context, line))) {
    asked.set(target, new Set([...(asked.get(target) ?? []), ...idsIn(change)]))
  }
  const met = new Map<Entity, ReadonlySet<RecordId>>()
  for (const [target, ids] of asked) {
    met.set(target, await idsWithin(targetContext(context, target), context.runtime.database.db, [...ids], { removed: true }))
  }
  return lines.map((line) => {
    const beyond = listsIn(context, line).filter(({ entity, field, target, change }) =>
      field.children ? !goesByLink(target, field.children.link, entity) : idsIn(change).some((id) => met.get(target)?.has(id) !== true))
    if (beyond.length === 0) return line
    return { ...line, changes: { ...line.changes, ...Object.fromEntries(beyond.map(({ field }) => [field.name, { changed: true }])) } }
  })
}

interface ListChange { readonly entity: Entity; readonly field: Field; readonly target: Entity; readonly change: FieldChange }

/** Changes of lists whose records are not everybody's. */
function listsIn({ model, actor }: RecordContext, { resource, changes }: LogLine): readonly ListChange[] {
  const entity = model.entities[model.resources[resource]?.entity ?? '']
  return entity === undefined ? [] : Object.values(entity.fields).flatMap((field): readonly ListChange[] => {
    const target = field.virtual && model.entities[field.ref?.to ?? field.children?.of ?? '']
    const change = changes && Object.hasOwn(changes, field.name) ? changes[field.name] : undefined
    return target && change && scopeRule(target, actor) !== null ? [{ entity, field, target, change }] : []
  })
}

const idsIn = (change: FieldChange): readonly RecordId[] => {
  const values: readonly Json[] = 'changed' in change ? [] : [change.from, change.to]
  return values.flatMap((value) => idsOf(value))
}

/** Whether whoever meets the record meets all of its rows: they are the tenant's that the record is. */
const goesByLink = (rows: Entity, link: string, record: Entity): boolean =>
  (rows.scope.shared === true || record.scope.shared === undefined) && TENANTS.every((tenant) => {
    const path = record.scope[tenant]
    return rows.scope[tenant] === (path === undefined ? undefined : `${link}.${path}`)
  })

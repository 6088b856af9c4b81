import { sql } from 'kysely'
import { anyId, asReference } from '../../../model/any-reference'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { closedKey } from '../../../model/closed-key'
import { maySee, scopeRule } from '../../../model/rights/access'
import type { Db } from '../../platform/database/database'
import { contextOf, type RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { closingOf } from './closed-flags'
import { inScope } from '../fields/in-scope'

/** A catalogue that references of a page lead to, and the records of it that they name. */
interface Target {
  readonly there: RecordContext
  readonly ids: Set<RecordId>
  open: ReadonlySet<RecordId>
}

const NO_IDS: ReadonlySet<RecordId> = new Set()
const NO_FIELDS: ReadonlySet<string> = new Set()

/**
 * Records which say of each reference whether it names what this asker may not open (`id_driver__closed`): a name is
 * seen with the record that has it, its page is within its own scope. Nothing is asked for who sees all of those
 * catalogues; for others it is one query for the page.
 * @param said references of which the records say it already
 */
export async function withClosed(
  context: RecordContext,
  db: Db,
  records: readonly JsonObject[],
  said: ReadonlySet<string> = NO_FIELDS,
): Promise<readonly JsonObject[]> {
  const { entity, model, actor } = context
  const { flagged, lookedUp } = closingOf(context)
  const references = [...flagged, ...lookedUp].flatMap((name) => (said.has(name) ? [] : (entity.fields[name] ?? [])))
  if (references.length === 0) return records
  const targets = new Map<string, Target | null>()
  const targetOf = (field: Field): Target | null => {
    const name = field.ref?.resource ?? field.ref?.to ?? ''
    const known = targets.get(name)
    if (known !== undefined) return known
    const resource = model.resources[name]
    const of = resource && maySee(actor, resource) ? model.entities[resource.entity] : undefined
    const isBound = of !== undefined && scopeRule(model.application.scopes, of, actor) !== null
    const made =
      resource && isBound ? { there: contextOf(context, of, resource), ids: new Set<RecordId>(), open: NO_IDS } : null
    targets.set(name, made)
    return made
  }
  const named = records.map((record) => references.flatMap((field) => namedBy(field, record, targetOf)))
  for (const { target, ids } of named.flat()) for (const id of ids) target.ids.add(id)
  const asked = [...targets.values()].filter((target): target is Target => target !== null && target.ids.size > 0)
  if (asked.length === 0) return records
  await findOpen(db, asked)
  return records.map((record, at) => {
    const closed = (named[at] ?? []).flatMap(({ field, target, ids }): [string, Json][] => {
      const beyond = ids.filter((id) => !target.open.has(id))
      return beyond.length === 0 ? [] : [[closedKey(field.name), Array.isArray(record[field.name]) ? beyond : true]]
    })
    return closed.length === 0 ? record : { ...record, ...Object.fromEntries(closed) }
  })
}

interface Named {
  readonly field: Field
  readonly target: Target
  readonly ids: readonly RecordId[]
}

function namedBy(field: Field, record: JsonObject, targetOf: (field: Field) => Target | null): readonly Named[] {
  const value = record[field.name] ?? null
  if (value === null) return []
  const any = field.refAny ? anyId(value) : null
  const one = any ? asReference(field, any.kind) : field
  const target = one?.ref ? targetOf(one) : null
  if (!target) return []
  if (any) return [{ field, target, ids: [any.id] }]
  return [{ field, target, ids: (Array.isArray(value) ? value : [value]) as readonly RecordId[] }]
}

/** Which of the records of each catalogue are in the asker's scope, in one query. */
async function findOpen(db: Db, targets: readonly Target[]): Promise<void> {
  const parts = targets.map(
    ({ there, ids }, at) => sql`select ${sql.lit(at)}::int as target, t.id::text as id
    from ${sql.table(there.entity.name)} as t
    where t.id = any(${idArray(there.entity, [...ids])}) and ${inScope(there)}`,
  )
  const { rows } = await sql<{ target: number; id: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  for (const [at, target] of targets.entries())
    target.open = new Set(rows.filter((row) => row.target === at).map(({ id }) => readId(target.there.entity, id)))
}

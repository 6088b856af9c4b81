import type { Needs } from '../../../model/effects/template'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { PROGRAM } from '../../language/actor/program'
import type { Db, Tx } from '../../platform/database/database'
import { childContext, withChildren } from '../../records/read/children-rows'
import { targetContext } from '../../records/relations/refs-column'
import type { RecordContext } from '../../records/record-context'
import { readId, type RecordId } from '../../records/record-id'
import { findRecords } from '../../records/read/read'
import { wireColumns } from '../../records/read/wire-columns'

/** A record with what is behind its references, and its rows. */
export interface RecordValues {
  readonly entity: Entity
  readonly record: JsonObject
  readonly behind: { readonly [ref: string]: RecordValues | null }
  readonly rows: { readonly [field: string]: readonly RecordValues[] }
}

/** The context in which the program itself reads every record of an entity. */
export const programContext = (context: RecordContext): RecordContext =>
  targetContext({ ...context, actor: PROGRAM, origin: { id_session: null, platform: 'api' } }, context.entity)

/** Records as they are now within the transaction, removed ones too, with what templates need of them. */
export async function readValues(
  context: RecordContext,
  tx: Tx,
  ids: readonly RecordId[],
  needs: Needs,
): Promise<ReadonlyMap<RecordId, RecordValues>> {
  const found = await findRecords(context, tx, wireColumns(context), ids, { removed: true })
  const whole = await Promise.all(
    [...found].map(
      async ([id, record]) =>
        [id, needs.rows.size === 0 ? record : await withChildren(context, tx, record, id)] as const,
    ),
  )
  const values = await withNeeds(
    context,
    tx,
    whole.map(([, record]) => record),
    needs,
  )
  return new Map(
    whole
      .map(([id], at) => [id, values[at]] as const)
      .filter((one): one is [RecordId, RecordValues] => one[1] !== undefined),
  )
}

/** How what is behind a reference is found. */
export type Find = (
  there: RecordContext,
  db: Db | Tx,
  ids: readonly RecordId[],
) => Promise<ReadonlyMap<RecordId, JsonObject>>

interface Behind {
  readonly there: RecordContext
  readonly records: ReadonlyMap<RecordId, JsonObject>
}

const findEvery: Find = (there, db, ids) => findRecords(there, db, wireColumns(there), ids, { removed: true })

/** Records with what is behind their references, and their rows, as the context's asker sees them. */
export async function withNeeds(
  context: RecordContext,
  tx: Db | Tx,
  records: readonly JsonObject[],
  needs: Needs,
  find: Find = findEvery,
): Promise<readonly RecordValues[]> {
  const { entity } = context
  const behind = new Map<string, Behind>()
  for (const ref of needs.refs) {
    const target = context.model.entities[entity.fields[ref]?.ref?.to ?? '']
    if (!target) continue
    const there = targetContext(context, target)
    const ids = [...new Set(records.flatMap((record) => (isId(record[ref]) ? [readId(target, record[ref])] : [])))]
    behind.set(ref, { there, records: ids.length === 0 ? new Map() : await find(there, tx, ids) })
  }
  const rows = new Map<string, readonly (readonly RecordValues[])[]>()
  for (const [name, inner] of needs.rows) rows.set(name, await rowValues(context, tx, records, name, inner, find))
  const valuesOf = ([ref, { there, records: found }]: readonly [string, Behind], record: JsonObject) => {
    const one = isId(record[ref]) ? found.get(readId(there.entity, record[ref])) : undefined
    return [ref, one ? { entity: there.entity, record: one, behind: {}, rows: {} } : null] as const
  }
  return records.map(
    (record, at): RecordValues => ({
      entity,
      record,
      behind: Object.fromEntries([...behind].map((one) => valuesOf(one, record))),
      rows: Object.fromEntries([...rows].map(([name, all]) => [name, all[at] ?? []])),
    }),
  )
}

/** The rows of each record, read together. */
async function rowValues(
  context: RecordContext,
  tx: Db | Tx,
  records: readonly JsonObject[],
  name: string,
  needs: Needs,
  find: Find,
): Promise<readonly (readonly RecordValues[])[]> {
  const children = context.entity.fields[name]?.children
  const there = children && childContext(context, children, null)
  const lists = records.map((record): readonly JsonObject[] =>
    there && Array.isArray(record[name]) ? (record[name] as readonly JsonObject[]) : [],
  )
  const values = there ? await withNeeds(there, tx, lists.flat(), needs, find) : []
  let at = 0
  return lists.map(({ length }) => values.slice(at, (at += length)))
}

const isId = (value: Json | undefined): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

/** The value at a path of a template, with its field's record. */
export function valueAt(
  { entity, record, behind }: RecordValues,
  [first = '', second]: readonly string[],
): { readonly entity: Entity; readonly name: string; readonly record: JsonObject } | null {
  if (second === undefined) return { entity, name: first, record }
  const there = behind[first]
  return there ? { entity: there.entity, name: second, record: there.record } : null
}

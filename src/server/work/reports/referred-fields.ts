import { sql } from 'kysely'
import { maySee } from '../../../model/rights/access'
import type { Json, JsonObject } from '../../../model/json'
import type { TableBlock, TableColumn } from '../../../model/report'
import { all, living, withinScope } from '../../records/fields/in-scope'
import { seenFields } from '../../records/fields/seen-fields'
import type { Row } from '../../records/fields/row-columns'
import { wireColumns } from '../../records/read/wire-columns'
import { contextOf, type RecordContext } from '../../records/record-context'
import { idArray, readId } from '../../records/record-id'
import type { SeenBlock } from './block-context'

type FieldColumn = TableColumn & { readonly kind: 'field' }

/** The catalogue of the records that the rows of a table are about; null: they are about no records. */
export function referredContext({ block, context }: SeenBlock<TableBlock>): RecordContext | null {
  const { ref } = context.entity.fields[block.by] ?? {}
  const target = ref && context.model.entities[ref.to]
  const resource = ref && context.model.resources[ref.resource ?? ref.to]
  return target && resource ? contextOf(context, target, resource) : null
}

/**
 * Columns of the referred record that the asker may see at all: those that the reference brings with it anyway, and
 * those of a catalogue that they see.
 */
export function seenColumns(seen: SeenBlock<TableBlock>, there: RecordContext): readonly FieldColumn[] {
  const isOpen =
    maySee(there.actor, there.resource) ||
    Object.values(there.model.resources).some((one) => one.entity === there.entity.name && maySee(there.actor, one))
  const fields = seenFields(there).fields
  return seen.block.columns.filter(
    (column): column is FieldColumn =>
      column.kind === 'field' && fields.has(column.f) && (isOpen || isBrought(seen, column)),
  )
}

/** Whether every list that names the reference shows it. */
const isBrought = ({ block, context }: SeenBlock<TableBlock>, { f }: FieldColumn): boolean =>
  Object.values(context.entity.fields[block.by]?.ref?.expand ?? {}).includes(f)

/**
 * The columns of the records of some keys, as their list has them; of a record that is not the asker's, those alone
 * that its reference brings.
 */
export async function referredFields(
  seen: SeenBlock<TableBlock>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const there = referredContext(seen)
  const shown = there ? seenColumns(seen, there) : []
  if (!there || shown.length === 0 || keys.length === 0) return new Map()
  const { entity, runtime, origin } = there
  const wire = wireColumns(there)
  const ids = keys.map((key) => readId(entity, key))
  const isTheirs = all([living('t'), ...withinScope(there, 't', 'read')])
  const { rows } = await sql<Row>`select ${wire.columns}, t.id as own_id, ${isTheirs} as is_theirs
      from ${sql.table(entity.name)} as t ${wire.joins} where t.id = any(${idArray(entity, ids)})`.execute(
    runtime.database.db,
  )
  const decode = wire.decodeOnly(new Set(shown.map(({ f }) => f)))
  return new Map(
    rows.map((at) => {
      const item = decode(at, origin.id_session)
      const value = (column: FieldColumn): Json =>
        at.is_theirs === true || isBrought(seen, column) ? (item[column.f] ?? null) : null
      return [
        String(readId(entity, at.own_id)),
        Object.fromEntries(shown.map((column) => [column.name, value(column)])),
      ]
    }),
  )
}

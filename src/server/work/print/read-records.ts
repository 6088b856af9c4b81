import { sql } from 'kysely'
import { scopePath } from '../../../model/entity'
import type { Rule } from '../../../model/rules/rule'
import type { JsonObject } from '../../../model/json'
import type { PrintTemplate } from '../../../model/print/print'
import { printNeeds } from '../../../model/print/print-needs'
import type { Db } from '../../platform/database/database'
import { withNeeds, type Find, type RecordValues } from '../templates/event-values'
import { findRecords } from '../../records/read/read'
import { presented } from '../../records/read/presented'
import type { Row } from '../../records/fields/row-columns'
import { wireColumns } from '../../records/read/wire-columns'
import { withRowsIn } from '../../records/read/children-rows'
import { idArray, readId, type RecordId } from '../../records/record-id'
import type { RecordContext } from '../../records/record-context'
import { ruleSql } from '../../records/rule-readings'

/** A record with all that a document says of it, as the asker sees it. */
export interface PrintedRecord {
  readonly values: RecordValues
  /** Words across its pages. */
  readonly watermark: number | null
}

/**
 * What is behind a reference is shown as lists show it (`x-expand`): whatever the asker's scope there, without the
 * fields that are hidden from them.
 */
const findBehind: Find = async (there, db, ids) => {
  const { columns, joins, decode } = wireColumns(there)
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(there.entity.name)} as t ${joins}
      where t.id = any(${idArray(there.entity, ids)})`.execute(db)
  return new Map(
    rows.map((row) => decode(row, there.origin.id_session)).map((record) => [readId(there.entity, record.id), record]),
  )
}

/** Some records of the asker's scope in the order of their ids; those that are gone are left out. */
export async function readPrinted(
  context: RecordContext,
  template: PrintTemplate,
  ids: readonly RecordId[],
): Promise<readonly PrintedRecord[]> {
  const {
    runtime: {
      database: { db },
    },
    entity,
  } = context
  const place = zonedReference(context)
  const needs = printNeeds(template, place === null ? [] : [place])
  const found = await findRecords(context, db, wireColumns(context), ids)
  const records = await presented(
    context,
    db,
    ids.map((id) => found.get(id)).filter((record) => record !== undefined),
  )
  const whole = await withRowsIn(context, db, records, new Set(needs.rows.keys()))
  const values = await withNeeds(context, db, whole, needs, findBehind)
  const marks = await marksOf(
    context,
    db,
    template,
    values.map(({ record }) => record),
  )
  return values.map((one) => ({ values: one, watermark: marks.get(readId(entity, one.record.id)) ?? null }))
}

/** The reference of a record to a place of its scope that has a time zone, whose clock it goes by. */
export function zonedReference({
  model: {
    application: { scopes },
    entities,
  },
  entity,
}: RecordContext): string | null {
  const paths = Object.keys(scopes).flatMap((name) => scopePath(entity.scope, name) ?? [])
  return (
    paths.find((path) => !path.includes('.') && entities[entity.fields[path]?.ref?.to ?? '']?.fields.timezone) ?? null
  )
}

/** Which watermark each record has: the first whose rule holds. */
async function marksOf(
  context: RecordContext,
  db: Db,
  { watermarks }: PrintTemplate,
  records: readonly JsonObject[],
): Promise<ReadonlyMap<RecordId, number>> {
  const { entity } = context
  if (watermarks.length === 0 || records.length === 0) return new Map()
  const condition = (when: Rule | undefined) => (when ? ruleSql(context, when, entity, 't') : sql<boolean>`true`)
  const cases = sql.join(
    watermarks.map(({ when }, at) => sql`when ${condition(when)} then ${sql.lit(at)}`),
    sql` `,
  )
  const ids = records.map(({ id }) => readId(entity, id))
  const { rows } = await sql<{
    id: unknown
    mark: number | null
  }>`select t.id, case ${cases} end as mark from ${sql.table(entity.name)} as t
    where t.id = any(${idArray(entity, ids)})`.execute(db)
  return new Map(
    rows.flatMap(({ id, mark }): [RecordId, number][] => (mark === null ? [] : [[readId(entity, id), Number(mark)]])),
  )
}

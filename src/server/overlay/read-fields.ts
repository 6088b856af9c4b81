import type { DynamicField } from '../../model/overlay'
import type { Db } from '../database/database'

/** The fields that administrators defined, in their order. */
export async function readDynamicFields(db: Db): Promise<readonly DynamicField[]> {
  const rows = await db.selectFrom('dynamic_fields').select(['entity', 'name', 'title', 'help', 'type', 'options', 'required'])
    .where('date_deleted', 'is', null).where('state', '=', '1').orderBy('entity').orderBy('rank').orderBy('id').execute()
  return rows.map((row) => ({
    entity: String(row.entity), name: String(row.name), title: String(row.title), type: String(row.type),
    help: row.help === null ? null : String(row.help), options: row.options === null ? null : String(row.options), required: row.required === true,
  }))
}

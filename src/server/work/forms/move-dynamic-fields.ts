import { sql } from 'kysely'
import type { Model } from '../../../model/model'
import { recordsOf } from '../../../model/overlay'
import type { Tx } from '../../platform/database/database'
import type { Words } from '../../language/runtime'
import { editedFields, publishedField } from '../../records/forms/read-forms'
import { engineTables, type NewRow } from '../../platform/database/engine-tables'

interface OldField {
  readonly entity: string
  readonly name: string
  readonly title: string
  readonly help: string | null
  readonly type: NewRow<'form_fields'>['type']
  readonly options: string | null
  readonly required: boolean
  readonly state: NewRow<'form_fields'>['state']
}

/**
 * Fields that administrators defined before there were forms (`dynamic_fields`) become the fields of a form about their
 * records, under the same names, so that the values that records hold are theirs. What was moved is marked as removed,
 * and is moved once.
 */
export async function moveDynamicFields(tx: Tx, model: Model, words: Words): Promise<void> {
  const {
    rows: [there],
  } = await sql<{ found: string | null }>`select to_regclass('dynamic_fields')::text as found`.execute(tx)
  if (!there?.found) return
  const { rows } =
    await sql<OldField>`select entity, name, title, help, type, options, required, state from dynamic_fields
    where date_deleted is null order by entity, rank, id`.execute(tx)
  for (const entity of new Set(rows.map((row) => row.entity))) {
    const target = model.application.forms.find(({ value }) => {
      const records = recordsOf(model, value)
      return records?.entity.name === entity && records.resource === null
    })
    // Of an entity that takes no fields any more they stay where they are.
    if (target)
      await moveThose(
        tx,
        target.value,
        words.say('es', 'forms.moved'),
        rows.filter((row) => row.entity === entity),
      )
  }
}

async function moveThose(tx: Tx, target: string, name: string, fields: readonly OldField[]): Promise<void> {
  const { id } = await engineTables(tx)
    .insertInto('forms')
    .values({ name, target, rank: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [rank, { name: key, title: label, help, type, options, required, state }] of fields.entries()) {
    await engineTables(tx)
      .insertInto('form_fields')
      .values({ id_form: id, key, label, help, type, options, required, state, rank: rank + 1 })
      .execute()
  }
  const published = (await editedFields(tx, Number(id))).map(publishedField)
  if (published.length > 0) {
    await engineTables(tx)
      .insertInto('form_versions')
      .values({ id_form: id, number: 1, title: name, definition: JSON.stringify({ fields: published }) })
      .execute()
    await engineTables(tx).updateTable('forms').set({ published: 1 }).where('id', '=', id).execute()
  }
  const [entity] = fields.map((field) => field.entity)
  await sql`update dynamic_fields set date_deleted = now() where entity = ${entity} and date_deleted is null`.execute(
    tx,
  )
}

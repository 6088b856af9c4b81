import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { nameError } from '../../../model/loader/names'
import { definedField, recordsOf } from '../../../model/overlay'
import { isCountedId } from '../../../model/values/id-value'
import { fold } from '../../../model/values/fold'
import type { Tx } from '../../platform/database/database'
import type { HookContext, Hooks } from '../../language/feature/hooks'
import { fieldTypes } from '../../language/field-types'
import type { Metadata } from '../../language/metadata/metadata'
import { fieldRow, publishedField } from '../../records/forms/read-forms'
import { saidConditions, withConditions } from './said-conditions'
import { engineTables } from '../../platform/database/engine-tables'

const isSet = (value: Json | undefined): boolean => value === 1 || value === true

const refused = (at: string, key: string): AppError => new AppError('VALIDATION', { errors: { [at]: { key } } })

/** Spec 2 §5: a form or a field with root '1' cannot be removed; who is not root cannot switch it off either. */
const assertOpen = (record: JsonObject): void => {
  if (isSet(record.root)) throw new AppError('LOCKED', { say: 'forms.protected' })
}

function assertStaysOn({ actor }: HookContext, data: JsonObject, before: JsonObject | null): void {
  if (before && isSet(before.root) && !actor.root && data.state === '0')
    throw new AppError('LOCKED', { say: 'forms.protected' })
}

/**
 * What a form is about and what a published field is stays, since answers and values hold them; keys are never given
 * again. Fields that records get are checked like a schema file when they are saved, the others when they are
 * published.
 * @param apply puts published fields into force for this process, before its writer is answered; the other processes
 * are notified
 */
export const guardForms = (metadata: Metadata, apply: () => Promise<void>): readonly Hooks[] => [
  {
    entity: 'forms',
    async beforeSave(context, data, before) {
      if (before && data.target !== undefined && data.target !== before.target && (before.published ?? null) !== null)
        throw refused('target', 'forms.target_fixed')
      assertStaysOn(context, data, before)
      return data
    },
    // Its publications go with it; where something was answered by them, the answers keep the form.
    async beforeRemove({ tx, now }, record) {
      assertOpen(record)
      await engineTables(tx)
        .updateTable('form_versions')
        .set({ date_deleted: now.toISOString() })
        .where('id_form', '=', Number(record.id))
        .where('date_deleted', 'is', null)
        .execute()
    },
    async beforeRestore({ tx }, record) {
      await engineTables(tx)
        .updateTable('form_versions')
        .set({ date_deleted: null })
        .where('id_form', '=', Number(record.id))
        .execute()
    },
    beforeMerge: async () => {
      throw new AppError('LOCKED', { say: 'forms.no_merge' })
    },
    afterCommit: apply,
  },
  {
    entity: 'form_fields',
    async beforeSave(context, data, before) {
      assertStaysOn(context, data, before)
      const whole = { ...before, ...data }
      const { id_form } = whole
      if (!isCountedId(id_form) || typeof whole.label !== 'string' || typeof whole.type !== 'string') return data
      const form = await engineTables(context.tx)
        .selectFrom('forms')
        .select('target')
        .where('id', '=', id_form)
        .executeTakeFirst()
      const target = String(form?.target ?? '')
      if (before && whole.type !== before.type && (await isPublished(context.tx, id_form, String(before.key))))
        throw refused('type', 'forms.type_fixed')
      if (
        !before &&
        typeof whole.key === 'string' &&
        whole.key.trim() !== '' &&
        nameError(whole.key.trim(), 'field') !== null
      )
        throw refused('key', 'forms.key')
      const own = before?.key ?? whole.key
      const given = typeof own === 'string' && own.trim() !== '' ? own.trim() : null
      const records = recordsOf(metadata.base(), target)
      const key =
        given ??
        (records ? await freeName(context.tx, target, whole.label, metadata) : `f${randomUUID().replaceAll('-', '')}`)
      if (!before) await assertFree(context.tx, metadata, { id_form, target, key, type: whole.type })
      if (records) {
        const found = definedField(
          metadata.base(),
          fieldTypes,
          target,
          { ...publishedField(fieldRow({ ...whole, key })), condition: undefined },
          [],
        )
        if ('error' in found) throw refused(found.at, `forms.${found.error}`)
      }
      // A key that is asked to change is refused by its rule.
      return before ? data : { ...data, key }
    },
    beforeRemove: async (_, record) => assertOpen(record),
    beforeMerge: async () => {
      throw new AppError('LOCKED', { say: 'forms.no_merge' })
    },
    said: saidConditions,
    saidWith: withConditions,
  },
]

async function isPublished(tx: Tx, id_form: number, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from form_versions
      where id_form = ${id_form} and definition @> ${JSON.stringify({ fields: [{ key }] })}::jsonb limit 1`.execute(tx)
  return rows.length > 0
}

/** @throws {AppError} VALIDATION where the key was another field's: values and answers are kept under it */
async function assertFree(
  tx: Tx,
  metadata: Metadata,
  { id_form, target, key, type }: { id_form: number; target: string; key: string; type: string },
): Promise<void> {
  const entity = recordsOf(metadata.base(), target)?.entity.name
  const about =
    entity === undefined
      ? [target]
      : metadata
          .base()
          .application.forms.map(({ value }) => value)
          .filter((value) => recordsOf(metadata.base(), value)?.entity.name === entity)
  const { rows } = await sql<{ id_form: number; type: string; is_gone: boolean }>`
    select r.id_form, r.type, r.date_deleted is not null or f.date_deleted is not null as is_gone from form_fields r
    join forms f on f.id = r.id_form
    where r.key = ${key}
      and (r.id_form = ${id_form} or (${entity !== undefined} and f.target = any(${about}::text[])))`.execute(tx)
  if (rows.some(({ is_gone }) => !is_gone)) throw refused('key', 'forms.taken')
  // Values of records outlive their field, and come back with one of the same type; an answer's key is one field's for
  // ever.
  if (rows.some((row) => row.type !== type)) throw refused('key', 'forms.other_type')
  if (entity === undefined && rows.length > 0) throw refused('key', 'forms.key_used')
}

const MAX_KEY = 40

/** A name for a field of records, out of its label. */
async function freeName(tx: Tx, target: string, label: string, metadata: Metadata): Promise<string> {
  const plain =
    fold(label)
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '')
      .slice(0, MAX_KEY - 4) || 'dato'
  const fields = recordsOf(metadata.base(), target)?.entity.fields ?? {}
  const { rows } = await sql<{
    key: string
  }>`select key from form_fields where key like ${`${plain.replaceAll('_', '\\_')}%`}`.execute(tx)
  const taken = new Set(rows.map(({ key }) => key))
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}_${n}`
    if (!taken.has(name) && !Object.hasOwn(fields, name)) return name
  }
}

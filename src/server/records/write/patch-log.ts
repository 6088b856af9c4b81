import { sql } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { represent } from '../../../model/represent'
import { fieldSql } from '../../../fields/sql'
import { fieldTypes } from '../../language/field-types'
import { writeLog } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import { idArray } from '../record-id'
import { recordTitle } from '../record-title'
import { labelKey, sqlTypeOf } from '../fields/row-columns'
import { labelledChanges } from './changed-fields'
import type { PatchDeed } from './patch-deed'
import type { PatchedRecord } from './patch-rows'

/** The columns of a record by which the log calls it. */
export const titleFields = (entity: Entity): readonly string[] =>
  (entity.titled ?? entity.represent).flatMap((part) => {
    const field = 'field' in part && part.field !== 'id' ? entity.fields[part.field] : undefined
    return field && !field.virtual && !field.dynamic ? [field.name] : []
  })

/**
 * A line of the log for each changed row, as a save writes it: what changed, with the names of what references lead to.
 */
export async function logPatched(
  tx: Tx,
  model: Model,
  entity: Entity,
  records: readonly PatchedRecord[],
  deed: PatchDeed,
): Promise<void> {
  const { by, now, verb, note, title, says } = deed
  const named = records.map(({ fields }) =>
    fields
      .flatMap((name) => (says && !says.includes(name) ? [] : (entity.fields[name] ?? [])))
      .filter(({ system }) => !system),
  )
  const titled = title === undefined ? titleFields(entity) : []
  const labels = await labelsOf(
    tx,
    model,
    entity,
    records,
    new Set([...named.flat().map(({ name }) => name), ...titled]),
  )
  const lines = records.map((record, at) => {
    const [before, after] = [labels(record.before), labels(record.after)]
    const called = Object.fromEntries(
      ['id', ...titled].flatMap((name) => [
        [name, after[name] ?? null],
        [labelKey(name), after[labelKey(name)] ?? null],
      ]),
    )
    return {
      id_user: by.id_user,
      type_log: verb ?? 'edit',
      target: entity.name,
      id_target: record.id,
      title: title ?? recordTitle(entity, called),
      changes: {
        ...labelledChanges(named[at] ?? [], fieldTypes, before, after),
        version: { from: record.before['version'] ?? null, to: record.version },
      },
      platform: by.platform,
      id_session: by.id_session ?? null,
      note: note ?? null,
      date: now,
    }
  })
  await writeLog(tx, ...lines)
}

type Labelled = (record: JsonObject) => JsonObject

/** Puts beside the references of these fields what they lead to is called now, asked in one statement. */
async function labelsOf(
  tx: Tx,
  model: Model,
  entity: Entity,
  records: readonly PatchedRecord[],
  names: ReadonlySet<string>,
): Promise<Labelled> {
  const asked = [...names].flatMap((name) => {
    const target = model.entities[entity.fields[name]?.ref?.to ?? '']
    const ids = [
      ...new Set(records.flatMap(({ before, after }) => [before[name] ?? null, after[name] ?? null])),
    ].filter((id) => typeof id === 'number')
    return target && ids.length > 0 ? [{ name, target, ids, parts: partsOf(target) }] : []
  })
  if (asked.length === 0) return (record) => record
  const { rows } = await sql<Called>`${sql.join(
    asked.map(
      ({ name, target, ids, parts }) => sql`
    select ${name}::text as field, id, array[${sql.join(parts.map((part) => sql`${sql.id(part.name)}::text`))}]::text[] as parts
    from ${sql.table(target.name)} where id = any(${idArray(target, ids)})`,
    ),
    sql` union all `,
  )}`.execute(tx)
  const texts = new Map(
    asked.map(({ name, target, parts }) => [
      name,
      new Map<Json, string>(
        rows
          .filter(({ field }) => field === name)
          .map(({ id, parts: raws }) => [
            id,
            represent(target, {
              id,
              ...Object.fromEntries(parts.map((part, at) => [part.name, decoded(part, raws[at])])),
            }),
          ]),
      ),
    ]),
  )
  return (record) => ({
    ...record,
    ...Object.fromEntries(
      [...texts].flatMap(([name, of]) => {
        const text = of.get(record[name] ?? null)
        return text === undefined ? [] : [[labelKey(name), text]]
      }),
    ),
  })
}

interface Called {
  readonly field: string
  readonly id: number
  readonly parts: readonly (string | null)[]
}

const partsOf = ({ represent: by, fields }: Entity): readonly Field[] =>
  by
    .flatMap((part) => ('field' in part ? (fields[part.field] ?? []) : []))
    .filter((field) => field.name !== 'id' && isReadable(field))

const decoded = (field: Field, raw: string | null | undefined): Json =>
  raw === null || raw === undefined ? null : sqlTypeOf(fieldSql, field).decode(raw, field)

/** Everybody who reads the log sees its names: they have nothing that a rule hides from some. */
const isReadable = (field: Field): boolean =>
  !field.virtual && !field.dynamic && !field.secret && field.see === undefined && !typeOf(field, fieldTypes).writeOnly

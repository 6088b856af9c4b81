import { sql, type RawBuilder } from 'kysely'
import { choiceSources } from '../../../model/rules/bound-choices'
import { anyId, asReference } from '../../../model/any-reference'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { rulePaths } from '../../../model/rules/rule-fields'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../platform/database/database'
import { PREPARED } from '../../platform/database/prepared'
import { choosable, withOuterValues } from './choices'
import { parentBy, type RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { RowColumns, type Read, type Row } from './row-columns'

/** What a record's references resolve to. */
export interface Resolved {
  /** Values one reference away that rules name, under their dotted keys (`id_role.root`). */
  readonly paths: JsonObject
  /** References to records that do not exist or that the asker may not choose. */
  readonly errors: { readonly [field: string]: FieldError }
}

/**
 * Resolves the references of a record about to be written, in one query: whether each new one exists within the asker's
 * scope, and the values that the entity's rules name there.
 */
export async function resolveReferences(
  context: RecordContext,
  tx: Tx,
  record: JsonObject,
  before: JsonObject | null,
): Promise<Resolved> {
  const { entity, model, runtime } = context
  const row = new RowColumns(runtime.fieldSql)
  const within = await withOuterValues(context, tx, record)
  const exists: [field: string, read: (row: Row) => boolean][] = []
  const values: [path: string, read: Read][] = []
  const ofParent: [path: string, value: Json][] = []
  for (const field of Object.values(entity.fields)) {
    const any = field.refAny && anyId(record[field.name])
    const oneOf = any && asReference(field, any.kind)
    const there = oneOf?.ref && model.entities[oneOf.ref.to]
    if (any && oneOf && there && isChosenAnew(field, record, before))
      exists.push([field.name, row.flag(pointsAt(context, oneOf, there, any.id, within))])
    const target = field.ref && model.entities[field.ref.to]
    const id = record[field.name]
    // Validation reports a value that is no id; PostgreSQL would not even compare it.
    if (
      !target ||
      field.virtual ||
      (typeof id !== 'number' && typeof id !== 'string') ||
      typeOf(field, runtime.fieldTypes).check(id, field) !== null
    )
      continue
    if (isChosenAnew(field, record, before))
      exists.push([field.name, row.flag(pointsAt(context, field, target, id, within))])
    for (const { field: name, ref } of pathsOf(entity)) {
      const there = ref === field.name ? target.fields[name] : undefined
      const parent = there && !there.virtual ? parentBy(context, ref) : null
      if (parent) ofParent.push([`${ref}.${name}`, parent[name] ?? null])
      else if (there)
        values.push([
          `${ref}.${name}`,
          row.value(
            sql`(select ${sql.ref(`x.${name}`)} from ${sql.table(target.name)} as x where x.id = ${id})`,
            there,
          ),
        ])
    }
  }
  if (row.columns.length === 0) return { paths: Object.fromEntries(ofParent), errors: {} }
  const found = (await sql<Row>`${PREPARED}select ${sql.join(row.columns)}`.execute(tx)).rows[0] ?? {}
  const beyond = exists.filter(([, read]) => !read(found)).map(([name]) => name)
  return {
    // A rule must not reveal values of a record that is out of scope.
    paths: Object.fromEntries([
      ...ofParent,
      ...values.map(([path, read]): [string, Json] => [
        path,
        beyond.includes(path.split('.')[0] ?? '') ? null : read(found),
      ]),
    ]),
    errors: Object.fromEntries(beyond.map((name) => [name, { key: 'ref' }])),
  }
}

/**
 * What the entity's rules named behind the references of a stored record.
 * @param paths the same of what it becomes, which is all that is needed where its references stay
 */
export async function storedPaths(
  context: RecordContext,
  tx: Tx,
  before: JsonObject,
  record: JsonObject,
  paths: JsonObject,
): Promise<JsonObject> {
  const isMoved = pathsOf(context.entity).some(({ ref }) => !isSame(record[ref] ?? null, before[ref] ?? null))
  return isMoved ? (await resolveReferences(context, tx, before, before)).paths : paths
}

function pointsAt(
  context: RecordContext,
  field: Field,
  target: Entity,
  id: RecordId,
  record: JsonObject,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${sql.table(target.name)} as t
    where t.id = ${id} and ${choosable(context, field, target, record)})`
}

/** Whether a reference changed, or must be checked again because a field that its choices depend on changed. */
export function isChosenAnew({ name, ref, formula }: Field, record: JsonObject, before: JsonObject | null): boolean {
  // Nobody chooses what a formula comes to.
  if (formula) return false
  const others = ref?.choices ? choiceSources(ref.choices) : []
  return [name, ...others].some((one) => !isSame(record[one] ?? null, before?.[one] ?? null))
}

const paths = new WeakMap<Entity, readonly { readonly ref: string; readonly field: string }[]>()

/** Paths that any rule of the entity names. */
export function pathsOf(entity: Entity): readonly { readonly ref: string; readonly field: string }[] {
  const known = paths.get(entity)
  if (known) return known
  const rules = [
    ...Object.values(entity.fields).flatMap((field) => [field.see, field.edit, field.require, field.set?.when]),
    ...entity.checks.flatMap((check) => [check.assert, check.when]),
  ]
  const named = new Map(
    rules.flatMap((rule) => (rule ? rulePaths(rule) : [])).map((path) => [`${path.ref}.${path.field}`, path]),
  )
  paths.set(entity, [...named.values()])
  return [...named.values()]
}

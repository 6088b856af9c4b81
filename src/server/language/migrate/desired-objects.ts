import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Model } from '../../../model/model'
import type { Rule } from '../../../model/rules/rule'
import { ruleToSql } from '../rules/rule-to-sql'
import { columnRef, type FieldSqls, halfOf, literalSql, sqlText } from './column-sql'
import { plainIndex, pointerIndex, removedIndex } from './index-shape'
import { foundFromLarge, largeIndexes, openingOrders } from './large-indexes'
import { objectName, quoted } from './names'
import type { ObjectShape } from './shape'

/**
 * Columns by which the engine itself queries its own records, in addition to what their resources say: column lists by
 * table.
 */
const ENGINE_INDEXES: { readonly [table: string]: readonly (readonly string[])[] } = {
  deliveries: [['channel', 'status', 'date_next']],
  files: [
    ['state', 'date_updated'],
    ['id_user', 'state'],
    ['entity', 'target'],
  ],
  idempotency_keys: [['date_created']],
  logs: [
    ['target', 'id_target', 'id'],
    ['target', 'key_target', 'id'],
    ['note', 'id'],
  ],
  notifications: [['id_user', 'status', 'id']],
  record_comments: [['entity', 'id_target', 'id']],
  record_followers: [['entity', 'id_target']],
  undo_rows: [['chosen']],
  login_attempts: [
    ['username', 'date_created'],
    ['address', 'date_created'],
  ],
}

/** Constraints and indexes of an entity's table. */
export function desiredObjects(model: Model, entity: Entity, fieldSql: FieldSqls): ObjectShape[] {
  const fields = Object.values(entity.fields).filter(({ virtual, dynamic }) => !virtual && !dynamic)
  const unique = [...fields.filter((field) => field.unique).map((field) => [field.name]), ...entity.unique]
  const objects = [
    ...unique
      .filter((names) => names.every((name) => Object.hasOwn(entity.fields, name)))
      .map((names) => uniqueIndex(entity, names, fieldSql)),
    ...(entity.uniqueWhen ?? []).map((one) =>
      uniqueIndex(entity, one.fields, fieldSql, predicateOf(model, entity, one.when)),
    ),
    ...fields.filter((field) => !field.system).flatMap((field) => checkOf(entity, field, fieldSql) ?? []),
    ...fields.flatMap((field) => foreignKey(model, entity, field, fieldSql) ?? []),
    ...(entity.size === 'large'
      ? largeIndexes(model, entity, fieldSql)
      : [...smallIndexes(model, entity, fieldSql), ...foundFromLarge(model, entity, fieldSql)]),
    ...(entity.rollups ?? []).map(({ at }) => plainIndex(entity.name, [at], `${quoted(at)}, id`)),
    ...fields
      .filter((field) => halfOf(fieldSql, field).pointsTo !== undefined)
      .map(({ name }) => pointerIndex(entity.name, name)),
    ...(isOffered(model, entity) ? [removedIndex(entity.name)] : []),
    ...(ENGINE_INDEXES[entity.name] ?? [])
      .filter((names) => names.every((name) => Object.hasOwn(entity.fields, name)))
      .map((names) => plainIndex(entity.name, names, names.map(quoted).join(', '))),
  ]
  return [...new Map(objects.map((object) => [object.name, object])).values()]
}

/** Whether what is removed of it is listed and brought back. */
const isOffered = ({ resources }: Model, { name }: Entity): boolean =>
  Object.values(resources).some(
    ({ entity, module, singleton, readOnly, rest }) =>
      entity === name && module !== null && !singleton && !readOnly && rest === undefined,
  )

/** References, which joins and the lists of the other side use, and the order of its own lists. */
function smallIndexes(model: Model, entity: Entity, fieldSql: FieldSqls): ObjectShape[] {
  const references = Object.values(entity.fields)
    .filter(({ ref, refAny, unique, virtual, dynamic }) => (ref || refAny) && !unique && !virtual && !dynamic)
    .map(({ name }) => plainIndex(entity.name, [name], quoted(name)))
  return [...references, ...openingOrders(model, entity, fieldSql)]
}

/** A rule over a row's own columns as the text of an index's condition. */
function predicateOf(model: Model, entity: Entity, when: Rule): string {
  return literalSql(ruleToSql(when, { model, entity, alias: entity.name, user: {}, settings: {}, now: new Date(0) }))
}

function uniqueIndex(entity: Entity, names: readonly string[], fieldSql: FieldSqls, only = ''): ObjectShape {
  const list = names
    .map((name) => {
      const field = entity.fields[name]
      const by = field && halfOf(fieldSql, field).unique?.(columnRef(name))
      return by ? `(${sqlText(by)})` : quoted(name)
    })
    .join(', ')
  const table = quoted(entity.name)
  const rows = only ? `date_deleted is null and ${only}` : 'date_deleted is null'
  const name = objectName(entity.name, names, 'key', only ? `${list} where ${only}` : list)
  return {
    name,
    kind: 'unique',
    columns: names,
    create: `create unique index ${quoted(name)} on ${table} (${list}) where ${rows}`,
    against: `select count(*) as n
      from (select 1 from ${table} where ${rows} and ${names.map((one) => `${quoted(one)} is not null`).join(' and ')}
        group by ${list} having count(*) > 1) as twice`,
    error: `${names.join(' + ')} must be unique, but so many values stand in more than one row`,
  }
}

function checkOf(entity: Entity, field: Field, fieldSql: FieldSqls): ObjectShape | null {
  const condition = halfOf(fieldSql, field).check?.(columnRef(field.name), field)
  if (!condition) return null
  // Rows deleted under earlier rules do not violate it.
  const text = `date_deleted is not null or (${sqlText(condition)})`
  const table = quoted(entity.name)
  const name = objectName(entity.name, [field.name], 'check', text)
  return {
    name,
    kind: 'check',
    columns: [field.name],
    create: `alter table ${table} add constraint ${quoted(name)} check (${text})`,
    against: `select count(*) as n from ${table} where not (${text})`,
    error: `${field.name} must obey ${sqlText(condition)}, but so many rows do not`,
  }
}

function foreignKey(model: Model, entity: Entity, field: Field, fieldSql: FieldSqls): ObjectShape | null {
  const { ref } = field
  const target = ref?.to ?? halfOf(fieldSql, field).pointsTo
  if (target === undefined || !Object.hasOwn(model.entities, target)) return null
  const [table, to, column] = [quoted(entity.name), quoted(target), quoted(field.name)]
  // Not `restrict`: PostgreSQL 18 gives that a code of its own (23001), and the effect is the same.
  const text = `foreign key (${column}) references ${to} (id) on delete ${ref?.onDelete === 'clear' ? 'set null' : 'no action'}`
  const name = objectName(entity.name, [field.name], 'fkey', text)
  return {
    name,
    kind: 'foreign',
    columns: [field.name],
    create: `alter table ${table} add constraint ${quoted(name)} ${text}`,
    against: `select count(*) as n from ${table} as f where ${column} is not null and not exists (select 1
      from ${to} as t where t.id = f.${column})`,
    error: `${field.name} must point to rows of ${target}, but so many point to none`,
  }
}

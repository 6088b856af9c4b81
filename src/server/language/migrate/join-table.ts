import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Model } from '../../../model/model'
import type { FieldSqls } from './column-sql'
import { plainIndex } from './index-shape'
import { assertFits, objectName, quoted } from './names'
import type { ObjectShape, TableShape } from './shape'

/**
 * Table that holds the ids of a `refs` field: `id_own` the record, `id_target` what it refers to, `rank` their order.
 */
export const joinTableName = (entity: string, field: string): string => assertFits(`${entity}_${field}`)

/** The tables of an entity's `refs` fields. */
export function joinTables(model: Model, entity: Entity, fieldSql: FieldSqls): TableShape[] {
  return Object.values(entity.fields).flatMap((field) => {
    const target = field.virtual && field.ref ? model.entities[field.ref.to] : undefined
    return target && !target.remote ? [joinTable(entity, field, target, fieldSql)] : []
  })
}

function joinTable(entity: Entity, field: Field, target: Entity, fieldSql: FieldSqls): TableShape {
  const name = joinTableName(entity.name, field.name)
  const idOf = ({ fields: { id } }: Entity): string => (id && fieldSql[id.type]?.column(id)) ?? 'integer'
  const column = (of: string, type: string) => ({
    name: of,
    type,
    notNull: true,
    default: null,
    identity: false,
    was: [],
  })
  const pair = objectName(name, [], 'key', 'id_own, id_target')
  const byTarget = plainIndex(name, ['id_target'], 'id_target')
  return {
    name,
    was: field.was.map((old) => joinTableName(entity.name, old)),
    columns: [
      column('id_own', entity.key ? idOf(entity) : 'integer'),
      column('id_target', target.key ? idOf(target) : 'integer'),
      column('rank', 'integer'),
    ],
    objects: [
      {
        name: pair,
        kind: 'unique',
        columns: ['id_own', 'id_target'],
        create: `create unique index ${quoted(pair)} on ${quoted(name)} (id_own, id_target)`,
        against: `select count(*) as n from (select 1 from ${quoted(name)} group by id_own, id_target
          having count(*) > 1) as twice`,
        error: 'a record refers to another once, but so many pairs stand there twice',
      },
      { ...byTarget, create: byTarget.create.replace(' where date_deleted is null', '') },
      foreignKey(name, 'id_own', entity.name),
      foreignKey(name, 'id_target', target.name),
    ],
  }
}

function foreignKey(table: string, column: string, to: string): ObjectShape {
  const text = `foreign key (${quoted(column)}) references ${quoted(to)} (id) on delete cascade`
  const name = objectName(table, [column], 'fkey', text)
  return {
    name,
    kind: 'foreign',
    columns: [column],
    create: `alter table ${quoted(table)} add constraint ${quoted(name)} ${text}`,
    against: `select count(*) as n from ${quoted(table)} as f where not exists (select 1 from ${quoted(to)} as t
      where t.id = f.${quoted(column)})`,
    error: `${column} must point to rows of ${to}, but so many point to none`,
  }
}

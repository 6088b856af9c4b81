import { fieldTypes } from '../../../fields/data'
import { scopeNames } from '../../../model/application'
import { scopePath, type Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldTypes } from '../../../model/field-type'
import { listOperators } from '../../../model/list-operators'
import type { Model } from '../../../model/model'
import { columnRef, type FieldSqls, halfOf, sqlText } from './column-sql'
import { FOLD_VERSION } from './fold-function'
import { ORDER_VERSION } from './order-function'
import { calendarIndexes, calendarStarts } from './calendar-index'
import { plainIndex, placeIndex } from './index-shape'
import { objectName, quoted } from './names'
import type { ObjectShape } from './shape'

/**
 * What a large table needs so that lists are equally fast at any size: an index on every column that a scope,
 * reference, filter or order uses, each followed by `id` (rows come in that order), trigrams over the folded texts that
 * are searched, and boxes of what a map shows or counts.
 */
export function largeIndexes(model: Model, entity: Entity, fieldSql: FieldSqls): ObjectShape[] {
  const over = Object.values(model.resources).filter((resource) => resource.entity === entity.name)
  const named = (names: readonly (string | undefined)[]): Field[] =>
    [...new Set(names)]
      .flatMap((name) => (name !== undefined && Object.hasOwn(entity.fields, name) ? (entity.fields[name] ?? []) : []))
      .filter(hasColumn)
  const filters = named(over.flatMap(({ filters }) => filters.map(({ f }) => f)))
  // The first cards of each column of a board, in the order of its list.
  const dividers = over.flatMap(
    ({
      list: {
        layouts,
        sort: [order],
      },
    }) => layouts.flatMap((layout) => (layout.kind === 'board' ? [[layout.by, order] as const] : [])),
  )
  const paths = scopeNames(model.application.scopes).map((name) => scopePath(entity.scope, name))
  const asked = [
    ...named([...paths, ...calendarStarts(model, entity), 'date_created', ...dividers.map(([by]) => by)]),
    ...Object.values(entity.fields).filter((field) => (field.ref || field.refAny) && hasColumn(field)),
    ...filters.filter((field) => !isText(field) && !isPlace(field)),
  ]
  const first = named(over.map(({ list }) => list.sort[0]))
  const shown = named(over.flatMap(({ list }) => list.columns.map(({ f }) => f)))
  const sorted = [...new Set([...first, ...shown.filter(isSorted)])]
  // The first page of one company walks its own rows in order, however few or many they are.
  const owners = named(paths)
  // A catalogue of all of them may stand beside those of the kinds.
  const fixing = (name: string): number => over.filter(({ fixed }) => Object.hasOwn(fixed, name)).length
  const kinds = named(over.flatMap(({ fixed }) => Object.keys(fixed))).filter(({ name }) => fixing(name) > 1)
  const texts = [
    ...new Set([
      ...Object.values(entity.fields).filter((field) => field.search && !field.ref && hasColumn(field)),
      ...filters.filter(isText),
      ...textsFromLarge(model, entity),
    ]),
  ]
  const places = named(
    over.flatMap(({ list, stats, filters }) => [
      ...list.layouts.map((layout) => (layout.kind === 'map' && !layout.from ? layout.at : undefined)),
      ...stats.map(({ as, by }) => (as === 'map' ? by : undefined)),
      ...filters.map(({ as, f }) => (as === 'area' ? f : undefined)),
    ]),
  )
  return [
    ...places.map(({ name }) => placeIndex(entity.name, name)),
    ...asked
      .filter(({ name }) => name !== 'id')
      .map(({ name }) => plainIndex(entity.name, [name], `${quoted(name)}, id`)),
    // By id too: the primary key has removed rows, so that each would have to be looked at on the way to a far page.
    ...sorted.map((field) =>
      field.name === 'id' ? plainIndex(entity.name, ['id'], 'id') : orderIndex(entity, field, fieldSql),
    ),
    ...owners.flatMap((owner) =>
      first.flatMap((field) => (field.name === 'id' ? [] : [orderIndex(entity, field, fieldSql, owner)])),
    ),
    // Several catalogues in one table, as kinds of people: an owner's are walked and counted without the others.
    ...kinds.flatMap((kind) =>
      owners
        .filter(({ name }) => name !== 'id')
        .map((owner) =>
          plainIndex(entity.name, [kind.name, owner.name], `${quoted(kind.name)}, ${quoted(owner.name)}, id`),
        ),
    ),
    ...dividers.flatMap(([by, order]) =>
      named([by]).flatMap((divider) =>
        named([order]).flatMap((field) => (field.name === 'id' ? [] : [orderIndex(entity, field, fieldSql, divider)])),
      ),
    ),
    ...calendarIndexes(model, entity),
    ...(texts.length > 0 ? [searchIndex(entity, texts, fieldSql)] : []),
  ]
}

/**
 * The order in which each of an entity's lists opens: without an index, a list of ten thousand is sorted whole for each
 * page.
 */
export function openingOrders(model: Model, entity: Entity, fieldSql: FieldSqls): ObjectShape[] {
  const names = Object.values(model.resources).flatMap(({ entity: name, list }) =>
    name === entity.name ? (list.sort[0] ?? []) : [],
  )
  return [...new Set(names)].flatMap((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    return field && name !== 'id' && hasColumn(field) ? [orderIndex(entity, field, fieldSql)] : []
  })
}

/**
 * What the search of a large table looks through in this one: each word of it would read all of ten thousand vehicles
 * (10 ms a word).
 */
export function foundFromLarge(model: Model, entity: Entity, fieldSql: FieldSqls): ObjectShape[] {
  const texts = textsFromLarge(model, entity)
  return texts.length > 0 ? [searchIndex(entity, texts, fieldSql)] : []
}

function textsFromLarge(model: Model, entity: Entity): Field[] {
  const names = Object.values(model.entities)
    .filter(({ size }) => size === 'large')
    .flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ search, ref }) =>
        search && ref?.to === entity.name ? Object.values(ref.expand) : [],
      ),
    )
  return [...new Set(names)]
    .flatMap((name) => (Object.hasOwn(entity.fields, name) ? (entity.fields[name] ?? []) : []))
    .filter((field) => hasColumn(field) && isText(field))
}

function orderIndex(entity: Entity, field: Field, fieldSql: FieldSqls, owner?: Field): ObjectShape {
  const order = sqlText(halfOf(fieldSql, field).order(columnRef(field.name), field))
  const before = owner ? `${quoted(owner.name)}, ` : ''
  const names = [...(owner ? [owner.name] : []), field.name]
  if (order === quoted(field.name)) return plainIndex(entity.name, names, `${before}${order}, id`)
  const index = plainIndex(entity.name, names, `${before}(${order}), id`)
  // Over folded text, another table of letters makes another index.
  const name = objectName(entity.name, names, 'idx', `${index.create} ${ORDER_VERSION}`)
  return { ...index, name, create: index.create.replace(quoted(index.name), quoted(name)) }
}

/** One index of all searched columns; GIN answers for any of them. */
function searchIndex(entity: Entity, fields: readonly Field[], fieldSql: FieldSqls): ObjectShape {
  const columns = fields.map(({ name }) => name)
  const texts = fields.map((field) =>
    sqlText(halfOf(fieldSql, field).text?.(columnRef(field.name)) ?? columnRef(field.name)),
  )
  const list = texts.map((text) => `tr_fold(${text}) gin_trgm_ops`).join(', ')
  const name = objectName(entity.name, [], 'search', `${list} ${FOLD_VERSION}`)
  return {
    name,
    kind: 'search',
    columns,
    create: `create index ${quoted(name)} on ${quoted(entity.name)} using gin (${list})`,
    against: null,
    error: '',
  }
}

/** Virtual fields are stored in other tables, those of administrators in one column together. */
const hasColumn = ({ virtual, dynamic }: Field): boolean => !virtual && !dynamic

function isText(field: Field): boolean {
  const type = (fieldTypes as FieldTypes)[field.type]
  // A list of values is asked what it contains as well, and is no text.
  return type !== undefined && type.json === 'string' && listOperators(type).includes('contains')
}
const isPlace = (field: Field): boolean => (fieldTypes as FieldTypes)[field.type]?.place !== undefined
const isSorted = (field: Field): boolean => (fieldTypes as FieldTypes)[field.type]?.sortable ?? false

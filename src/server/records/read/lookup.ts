import { sql, type RawBuilder } from 'kysely'
import { maySee, owningReferences } from '../../../model/rights/access'
import { TAGS } from '../../../model/loader/build-people'
import { boundChoices } from '../../../model/rules/bound-choices'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { represent } from '../../../model/represent'
import { askedColumn } from './asked-column'
import { filterCondition } from './filter-condition'
import { parsedObject } from '../json-object'
import { MAX_ROWS } from './query-page'
import { readQuery } from './read-query'
import { withOuterValues } from '../fields/choices'
import { contextOf, type RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { farFieldsOf } from '../formulas/far-rows'
import { pathsOf } from '../fields/references'
import { RowColumns, type Row } from '../fields/row-columns'
import { ruleSql } from '../rule-readings'
import { representFields, searchFields } from '../../../model/search-fields'
import { searchCondition } from './search-condition'
import { seenFields } from '../fields/seen-fields'
import { all, withinScope } from '../fields/in-scope'
import { askingField, rowsToLookUp, type AskingField } from './may-look-up'
import { forbidden } from '../why-not'
import { malformed } from '../../platform/answers/malformed'

/** What a reference may point to. */
interface LookupItem {
  readonly id: RecordId
  readonly label: string
  /**
   * Values of this record that the rules, formulas and copies of the asking reference read (`id_product.hide_price`),
   * by their name in those rules.
   */
  readonly values?: JsonObject
}

const DEFAULT_LIMIT = 20

/**
 * A catalogue as a reference's choices (`lookup=1`): ids and labels alone. It gives what the asker's lists give, and
 * with `for`, which names the asking reference (`orders.id_store`), what that may be written with, or where they only
 * read it, what the records that they see refer to. Without a list of theirs only `q`, which searches what the labels
 * show, and `id` are accepted, so that nothing else can be found out. With `form`, the values that the `x-choices` of
 * `for` depend on, records that may not be chosen are left out, and of a reference by which a record is the asker's,
 * what is not theirs; without it, each item includes the values that rules of the referring entity read. Of roles it
 * gives only what the asker may give at all. With `gone`, records that were removed are named too, and said to be
 * removed: what refers to them is still read.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED
 */
export async function lookUp(context: RecordContext, query: JsonObject): Promise<readonly LookupItem[]> {
  const { resource, entity, runtime } = context
  const asking = askingField(context, query.for)
  const withGone = query.gone !== undefined && query.form === undefined
  const open = rowsToLookUp(context, asking, withGone)
  // The tags of a catalogue are told by a call of its own.
  if (!open || (entity.name === TAGS && !maySee(context.actor, resource))) throw forbidden(context, 'see')
  const form = parsedObject(query.form)
  if (!form) throw malformed('form')
  const choices = asking?.field.ref?.choices
  const known =
    asking && choices
      ? await withOuterValues(contextOf(context, asking.owner, resource), runtime.database.db, form, true)
      : form
  const conditions = [
    ...(open.asList ? readQuery(context, query).conditions.map((one) => one.sql) : openConditions(context, query)),
    ...(asking && query.form !== undefined && decides(context, asking) ? withinScope(context, 't', 'write') : []),
    ...(choices && query.form !== undefined ? [ruleSql(context, boundChoices(choices, known), entity, 't')] : []),
  ]
  const limit = Math.min(Math.max(1, Number(query.limit) || DEFAULT_LIMIT), MAX_ROWS)
  const row = new RowColumns(runtime.fieldSql)
  const parts = representFields(entity).flatMap((name) => {
    const field = entity.fields[name]
    return field && seenFields(context).fields.get(name) === null ? [[name, row.field('t', field)] as const] : []
  })
  const asker = asking && query.form === undefined ? asking.owner : undefined
  const named = asker
    ? [...pathsOf(asker), ...farFieldsOf(asker).flatMap(({ ref, fields }) => fields.map((field) => ({ ref, field })))]
    : []
  const looked = [...new Map(named.map((path) => [`${path.ref}.${path.field}`, path])).values()].flatMap((path) => {
    const field =
      path.ref === asking?.field.name && seenFields(context).fields.get(path.field) === null
        ? entity.fields[path.field]
        : undefined
    return field && !field.virtual ? [[path.field, row.field('t', field)] as const] : []
  })
  const first = parts[0] && askedColumn(context, parts[0][0])
  const order = first
    ? sql`${runtime.fieldSql[first.field.type]?.order(first.column, first.field) ?? sql`t.id`}, t.id`
    : sql`t.id`
  const gone = withGone ? [sql`t.date_deleted is not null as is_gone`] : []
  const { rows } =
    await sql<Row>`select ${sql.join([sql`t.id`, ...gone, ...row.columns])} from ${sql.table(entity.name)} as t
    where ${all([open.rows, ...conditions])} order by ${order} limit ${limit}`.execute(runtime.database.db)
  const labelOf = (found: Row): string => {
    const values = Object.fromEntries(parts.map(([name, read]) => [name, read(found)]))
    const name = represent(entity, { id: readId(entity, found.id), ...values })
    return found['is_gone'] === true ? runtime.words.say(context.actor.language, 'records.gone_name', { name }) : name
  }
  return rows.map((found) => ({
    id: readId(entity, found.id),
    label: labelOf(found),
    ...(looked.length > 0 ? { values: Object.fromEntries(looked.map(([name, read]) => [name, read(found)])) } : {}),
  }))
}

function openConditions(context: RecordContext, query: JsonObject): readonly RawBuilder<boolean>[] {
  const filters = parsedObject(query.filters)
  if (!filters) throw malformed('filters')
  const asked: JsonObject = {
    // What is no word of a look-up is a filter that a list would take.
    ...Object.fromEntries(Object.entries(query).filter(([key]) => Object.hasOwn(context.entity.fields, key))),
    ...(query.q === undefined ? (query.query === undefined ? {} : { q: query.query }) : { q: query.q }),
    ...(query.id === undefined ? {} : { id: query.id }),
    ...filters,
  }
  return Object.entries(asked).flatMap(([key, value]) => {
    if (key === 'id') return [filterCondition(context, 'id', value)]
    if (key !== 'q')
      throw new AppError('FILTER_UNKNOWN', {
        say: 'records.filter_unknown',
        params: { name: key.slice(0, 80), known: 'q, id' },
      })
    return (
      searchCondition(
        context,
        String(value ?? ''),
        searchFields(context.entity).filter((name) => representFields(context.entity).includes(name)),
      ) ?? []
    )
  })
}

/** Whether a record of the asker's own is theirs by what it refers to there. */
const decides = (
  {
    model: {
      application: { scopes },
    },
    actor,
  }: RecordContext,
  { owner, field }: AskingField,
): boolean => owningReferences(scopes, owner, actor).includes(field.name)

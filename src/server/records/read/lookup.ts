import { sql } from 'kysely'
import { kindsTo } from '../../../model/any-reference'
import { maySee } from '../../../model/rights/access'
import { TAGS } from '../../../model/loader/build-people'
import { boundChoices } from '../../../model/rules/bound-choices'
import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import { represent } from '../../../model/represent'
import { askedColumn } from './asked-column'
import { filterCondition } from './filter-condition'
import { parsedObject } from '../json-object'
import { MAX_ROWS, readConditions } from './list-request'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { farFieldsOf } from '../../formulas/far-rows'
import { pathsOf } from '../write/references'
import { childrenFields, MAX_LEVELS } from '../relations/children-rows'
import { RowColumns, type Row } from './row-columns'
import { ruleSql } from '../rule-readings'
import { representFields, searchCondition, searchFields } from './search-condition'
import { seenFields } from './seen-fields'
import { all, inScope } from './in-scope'
import { assignableRoles } from '../../auth/role-rights'
import { forbidden } from '../why-not'

/** What a reference may point to. */
interface LookupItem {
  readonly id: RecordId
  readonly label: string
  /** Values of this record that the rules, formulas and copies of the asking reference read (`id_product.hide_price`), by their name in those rules. */
  readonly values?: JsonObject
}

const DEFAULT_LIMIT = 20

/**
 * A catalogue as a reference's choices (`lookup=1`): ids and labels alone, for any session and within its scope. Without the right to see the module only `q`,
 * which searches what the labels show, and `id` are accepted, so that nothing else can be found out.
 * `for` names the asking reference (`orders.id_store`): with `form`, the values its `x-choices` depend on, records that may not be chosen are left out; without
 * it, each item includes the values that rules of the referring entity read.
 * What is root's alone is open only to those who see a field that refers to it, and of roles only what they may give at all.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED
 */
export async function lookUp(catalogue: RecordContext, query: JsonObject): Promise<readonly LookupItem[]> {
  // Under its entity's name, a catalogue answers for references to the whole entity: companies that are partners too.
  const { resource, entity, runtime } = catalogue
  const context = resource.name === entity.name ? { ...catalogue, resource: { ...resource, where: undefined } } : catalogue
  const asking = referenceOf(context, query)
  if (resource.root && !maySee(context.actor, resource) && !isReferredTo(context)) throw forbidden(context, 'see')
  // The tags of a catalogue are told by a call of its own.
  if (entity.name === TAGS && !maySee(context.actor, resource)) throw forbidden(context, 'see')
  const form = parsedObject(query.form)
  if (!form) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'form' } })
  const conditions = [
    ...(maySee(context.actor, resource) ? readConditions(context, query) : openConditions(context, query)),
    ...(entity.name === 'roles' && !context.actor.root ? [assignableRoles(context.model, context.actor)] : []),
    ...(asking?.ref?.choices && query.form !== undefined ? [ruleSql(context, boundChoices(asking.ref.choices, form), entity, 't')] : []),
  ]
  const limit = Math.min(Math.max(1, Number(query.limit) || DEFAULT_LIMIT), MAX_ROWS)
  const row = new RowColumns(runtime.fieldSql)
  const parts = representFields(entity).flatMap((name) => {
    const field = entity.fields[name]
    return field && seenFields(context).fields.get(name) === null ? [[name, row.field('t', field)] as const] : []
  })
  const asker = asking && query.form === undefined ? context.model.entities[asking.entity] : undefined
  const named = asker ? [...pathsOf(asker), ...farFieldsOf(asker).flatMap(({ ref, fields }) => fields.map((field) => ({ ref, field })))] : []
  const looked = [...new Map(named.map((path) => [`${path.ref}.${path.field}`, path])).values()].flatMap((path) => {
    const field = path.ref === asking?.name && seenFields(context).fields.get(path.field) === null ? entity.fields[path.field] : undefined
    return field && !field.virtual ? [[path.field, row.field('t', field)] as const] : []
  })
  const first = parts[0] && askedColumn(context, parts[0][0])
  const order = first ? sql`${runtime.fieldSql[first.field.type]?.order(first.column, first.field) ?? sql`t.id`}, t.id` : sql`t.id`
  const { rows } = await sql<Row>`select ${sql.join([sql`t.id`, ...row.columns])} from ${sql.table(entity.name)} as t
    where ${all([inScope(context), ...conditions])} order by ${order} limit ${limit}`.execute(runtime.database.db)
  return rows.map((found) => ({
    id: readId(entity, found.id),
    label: represent(entity, { id: readId(entity, found.id), ...Object.fromEntries(parts.map(([name, read]) => [name, read(found)])) }),
    ...(looked.length > 0 ? { values: Object.fromEntries(looked.map(([name, read]) => [name, read(found)])) } : {}),
  }))
}

/** The reference that a look-up is for, if it points to this entity and the asker sees it; naming another one reveals nothing. */
function referenceOf(context: RecordContext, query: JsonObject): Field | null {
  const { model, entity } = context
  const [of = '', name = ''] = typeof query.for === 'string' ? query.for.split('.') : []
  const owner = Object.hasOwn(model.entities, of) ? model.entities[of] : undefined
  const field = owner && Object.hasOwn(owner.fields, name) ? owner.fields[name] : undefined
  const isMet = owner !== undefined && field?.ref?.to === entity.name && isShown(context, owner) && seenFields(context, owner).fields.has(name)
  return isMet ? field : null
}

/** Whether the asker sees a field that refers to the entity. */
const isReferredTo = (context: RecordContext): boolean => Object.values(context.model.entities).some((owner) =>
  Object.values(owner.fields).some((field) => (field.ref?.to === context.entity.name || kindsTo(field, context.entity.name).length > 0) && seenFields(context, owner).fields.has(field.name)) && isShown(context, owner))

/** Whether the asker sees a catalogue of the entity, or one whose records include its rows. */
function isShown({ model, actor }: RecordContext, entity: Entity): boolean {
  return Object.values(model.resources).some((resource) => {
    const shown = model.entities[resource.entity]
    const isRow = (of: Entity, levels: number): boolean => of.name === entity.name ||
      (levels > 0 && childrenFields(of).some(({ children }) => { const rows = model.entities[children.of]; return rows !== undefined && isRow(rows, levels - 1) }))
    return shown !== undefined && maySee(actor, resource) && isRow(shown, MAX_LEVELS)
  })
}

function openConditions(context: RecordContext, query: JsonObject): ReturnType<typeof readConditions> {
  const filters = parsedObject(query.filters)
  if (!filters) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
  const asked: JsonObject = {
    ...(query.q === undefined ? (query.query === undefined ? {} : { q: query.query }) : { q: query.q }),
    ...(query.id === undefined ? {} : { id: query.id }),
    ...filters,
  }
  return Object.entries(asked).flatMap(([key, value]) => {
    if (key === 'id') return [filterCondition(context, 'id', value)]
    if (key !== 'q')
      throw new AppError('FILTER_UNKNOWN', { say: 'records.filter_unknown', params: { name: key.slice(0, 80), known: 'q, id' } })
    return (
      searchCondition(
        context,
        String(value ?? ''),
        searchFields(context.entity).filter((name) => representFields(context.entity).includes(name)),
      ) ?? []
    )
  })
}

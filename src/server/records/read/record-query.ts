import { type CompiledQuery, sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import type { Resource } from '../../../model/resource'
import { varies } from '../../../model/rules/settle'
import { PREPARED } from '../../platform/database/prepared'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { inScope, ownRows, type ScopeUse } from '../fields/in-scope'
import type { Row } from '../fields/row-columns'
import type { WireColumns } from './wire-columns'

/** Whether the query is of one record, or of several at once. */
type Of = 'one' | 'several'
interface Known {
  readonly settings: JsonObject
  readonly query: CompiledQuery<Row>
}

// Writing the SQL of one record takes a third of its answer; it is another one only for another asker, or with other
// settings.
const known: { readonly [of in Of]: WeakMap<Actor, WeakMap<Resource, WeakMap<WireColumns, Known>>> } = {
  one: new WeakMap(),
  several: new WeakMap(),
}

/** Stands in the parameters of a known query for what is asked for: an id, or ids. */
const ASKED = Symbol('asked')

/** The query of a record by its id, within the asker's scope, in the given columns. */
export const recordQuery = (
  context: RecordContext,
  columns: WireColumns,
  id: RecordId,
  scope: ScopeUse,
): CompiledQuery<Row> =>
  withAsked(
    isUsual(context, scope) ? knownQuery(context, columns, 'one') : compiled(context, columns, 'one', scope),
    id,
  )

/** The same of several records, each with its id and version as `own_id` and `own_version`, in no order. */
export const recordsQuery = (
  context: RecordContext,
  columns: WireColumns,
  ids: readonly RecordId[],
): CompiledQuery<Row> =>
  withAsked(
    isUsual(context, {}) ? knownQuery(context, columns, 'several') : compiled(context, columns, 'several', {}),
    ids,
  )

const withAsked = (query: CompiledQuery<Row>, asked: RecordId | readonly RecordId[]): CompiledQuery<Row> => ({
  ...query,
  parameters: query.parameters.map((value) => (value === ASKED ? asked : value)),
})

function knownQuery(context: RecordContext, columns: WireColumns, of: Of): CompiledQuery<Row> {
  const { actor, resource, settings } = context
  const ofActor = known[of].get(actor) ?? new WeakMap<Resource, WeakMap<WireColumns, Known>>()
  const ofResource = ofActor.get(resource) ?? new WeakMap<WireColumns, Known>()
  const one = ofResource.get(columns)
  if (one?.settings === settings) return one.query
  const query = compiled(context, columns, of, {})
  known[of].set(actor, ofActor.set(resource, ofResource.set(columns, { settings, query })))
  return query
}

/** Whether the same asker asks the same of every record: the catalogue's own rule knows no present. */
function isUsual(context: RecordContext, { use = 'read', removed = false }: ScopeUse): boolean {
  const where = ownRows(context)
  return use === 'read' && !removed && (typeof where === 'boolean' || !varies(where))
}

function compiled(
  context: RecordContext,
  { columns, joins }: WireColumns,
  of: Of,
  scope: ScopeUse,
): CompiledQuery<Row> {
  const { entity, runtime } = context
  const [more, which] =
    of === 'one'
      ? ([sql``, sql`t.id = ${ASKED}`] as const)
      : ([
          sql`, t.id as own_id, t.version as own_version`,
          sql`t.id = any(${ASKED}::${sql.raw(entity.key ? 'text' : 'int')}[])`,
        ] as const)
  return sql<Row>`${PREPARED}select ${columns}${more} from ${sql.table(entity.name)} as t ${joins}
    where ${which} and ${inScope(context, 't', scope)}`.compile(runtime.database.db)
}

import { type CompiledQuery, sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import type { Resource } from '../../../model/resource'
import { varies } from '../../../model/rules/settle'
import { PREPARED } from '../../platform/database/prepared'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { inScope, ownRows, type ScopeUse } from './in-scope'
import type { Row } from './row-columns'
import type { WireColumns } from './wire-columns'

interface Known { readonly settings: JsonObject; readonly columns: WireColumns; readonly query: CompiledQuery<Row> }

// Writing the SQL of one record takes a third of its answer; it is another one only for another asker, or with other settings.
const known = new WeakMap<Actor, WeakMap<Resource, Known>>()

/** Stands in the parameters of a known query for the id that is asked for. */
const THE_ID = Symbol('id')

/** The query of a record by its id, within the asker's scope, in the given columns. */
export function recordQuery(context: RecordContext, columns: WireColumns, id: RecordId, scope: ScopeUse): CompiledQuery<Row> {
  const query = isUsual(context, scope) ? knownQuery(context, columns) : compiled(context, columns, id, scope)
  return { ...query, parameters: query.parameters.map((value) => (value === THE_ID ? id : value)) }
}

function knownQuery(context: RecordContext, columns: WireColumns): CompiledQuery<Row> {
  const { actor, resource, settings } = context
  const ofActor = known.get(actor) ?? new WeakMap<Resource, Known>()
  const one = ofActor.get(resource)
  if (one?.settings === settings && one.columns === columns) return one.query
  const query = compiled(context, columns, THE_ID, {})
  known.set(actor, ofActor.set(resource, { settings, columns, query }))
  return query
}

/** Whether the same asker asks the same of every record: the catalogue's own rule knows no present. */
function isUsual(context: RecordContext, { use = 'read', removed = false }: ScopeUse): boolean {
  const where = ownRows(context)
  return use === 'read' && !removed && (typeof where === 'boolean' || !varies(where))
}

const compiled = (
  context: RecordContext, { columns, joins }: WireColumns, id: RecordId | typeof THE_ID, scope: ScopeUse,
): CompiledQuery<Row> =>
  sql<Row>`${PREPARED}select ${columns} from ${sql.table(context.entity.name)} as t ${joins}
    where t.id = ${id} and ${inScope(context, 't', scope)}`.compile(context.runtime.database.db)

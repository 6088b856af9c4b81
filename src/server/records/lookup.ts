import { sql } from 'kysely'
import { maySee } from '../../model/access'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import { askedColumn } from './asked-column'
import { filterCondition } from './filter-condition'
import { parsedObject } from './json-object'
import { MOST_ROWS, readConditions } from './list-request'
import type { RecordContext } from './record-context'
import { readId, type RecordId } from './record-id'
import { RowColumns, type Row } from './row-columns'
import { representFields, searchCondition, searchFields } from './search-condition'
import { all, withinReach } from './within-reach'

/** What a reference may point to. */
export interface LookupItem {
  readonly id: RecordId
  readonly label: string
}

const DEFAULT_LIMIT = 20

/**
 * A catalogue as a reference's choices (`lookup=1`): ids and labels alone, for any session and within its scope. Without the right to
 * see the module only `q`, over what the labels show, and `id` may be asked, so that nothing else can be found out.
 * @throws {AppError} FILTER_UNKNOWN, MALFORMED
 */
export async function lookUp(catalogue: RecordContext, query: JsonObject): Promise<readonly LookupItem[]> {
  // Named as its entity, a catalogue answers for references to all of it: companies that are partners too.
  const { resource, entity, runtime } = catalogue
  const context = resource.name === entity.name ? { ...catalogue, resource: { ...resource, where: undefined } } : catalogue
  const conditions = maySee(context.actor, resource) ? readConditions(context, query) : openConditions(context, query)
  const limit = Math.min(Math.max(1, Number(query.limit) || DEFAULT_LIMIT), MOST_ROWS)
  const row = new RowColumns(runtime.fieldSql)
  const parts = representFields(entity).flatMap((name) => {
    const field = entity.fields[name]
    return field && askedColumn(context, name) ? [[name, row.field('t', field)] as const] : []
  })
  const first = parts[0] && askedColumn(context, parts[0][0])
  const order = first ? sql`${runtime.fieldSql[first.field.type]?.order(first.column, first.field) ?? sql`t.id`}, t.id` : sql`t.id`
  const { rows } = await sql<Row>`select ${sql.join([sql`t.id`, ...row.columns])} from ${sql.table(entity.name)} as t
    where ${all([withinReach(context), ...conditions])} order by ${order} limit ${limit}`.execute(runtime.database.db)
  return rows.map((found) => ({
    id: readId(entity, found.id),
    label: represent(entity, { id: readId(entity, found.id), ...Object.fromEntries(parts.map(([name, read]) => [name, read(found)])) }),
  }))
}

function openConditions(context: RecordContext, query: JsonObject): ReturnType<typeof readConditions> {
  const filters = parsedObject(query.filters)
  if (!filters) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
  const asked: JsonObject = {
    ...(query.q === undefined ? {} : { q: query.q }),
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

import { sql, type RawBuilder } from 'kysely'
import { mayReadLog, maySee } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import { AppError } from '../../../model/errors'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { isHouse } from '../../../model/rights/house'
import type { FieldChange } from '../../language/audit'
import { INTERNAL_NOTE } from '../../language/actor/side'
import type { LogQuery } from './log-query'
import { contextOf, type RecordContext } from '../record-context'
import { logParts, partLines, type LogPart } from './log-parts'
import type { LogOwner } from './log-entries'
import { idOf, readId } from '../record-id'
import { recordTitle } from '../record-title'
import { findRecords } from '../read/read'
import { everyColumn } from '../read/wire-columns'
import { all, inScope } from '../fields/in-scope'
import { malformed } from '../../platform/answers/malformed'

/** A line of the log's table, with who did it. */
export interface LogLine {
  readonly id: number
  readonly type_log: string
  /** Catalogue that shows the record. */
  readonly resource: string
  /** Entity of the record. */
  readonly target: string
  readonly id_target: number | null
  readonly key_target: string | null
  readonly title: string | null
  readonly changes: { readonly [field: string]: FieldChange } | null
  readonly platform: string | null
  readonly note: string | null
  readonly date_created: string
  readonly id_user: number | null
  readonly user_name: string | null
  /** Who acted under that name: root viewing as another user. */
  readonly user_as: string | null
  /** Name of the API key that a program used in that name. */
  readonly user_key: string | null
  /** The catalogue that shows who did it, if the asker sees one. */
  readonly user_resource: string | null
  readonly type_user: string | null
  /** In a record's own activity: what one write did to rows beside it is one group, under the id of its newest line. */
  readonly group?: { readonly id: number; readonly count: number }
}

/**
 * Lines of the activity log, newest first, only of records that the asker sees, removed ones included. Without a record
 * it is the page of the whole log, which is a module of its own for operators.
 * @throws {AppError} FORBIDDEN without the right to see the target's module or the log's, NOT_FOUND for an unknown
 * target
 */
export async function logLines(
  context: RecordContext,
  query: LogQuery,
): Promise<{ readonly lines: readonly LogLine[]; readonly owner: LogOwner | null }> {
  const { model, actor } = context
  const named = query.target === null ? Object.values(model.resources) : targets(context, query.target)
  const seen = named.filter((resource) => mayReadLog(actor, resource))
  if (named.length === 0) throw new AppError('NOT_FOUND')
  if (seen.length === 0 || (query.id_target === null && !mayReadWholeLog(actor))) throw new AppError('FORBIDDEN')
  const { id_target } = query
  const there = id_target === null ? null : ownContext(context, seen)
  const record = there && id_target !== null ? await recordOf(there, seen, id_target) : null
  const parts = there && record ? logParts(there, record) : []
  if (there && record && id_target !== null && parts.length > 0) {
    const lines = await recordLines(there, { ...query, id_target }, seen, parts)
    return { lines, owner: { title: recordTitle(there.entity, record), parts } }
  }
  return { lines: await readLines(context, seen, asked(model, query, seen), query.limit), owner: null }
}

function ownContext(context: RecordContext, [resource]: readonly Resource[]): RecordContext | null {
  const entity = resource && context.model.entities[resource.entity]
  return resource && entity && !entity.remote ? contextOf(context, entity, resource) : null
}

/** The record whose activity is asked for, removed ones included; null: the asker sees none of that id. */
async function recordOf(context: RecordContext, seen: readonly Resource[], id: string): Promise<JsonObject | null> {
  ofTarget(context.model, seen, id)
  const key = readId(context.entity, id)
  for (const resource of seen) {
    const there = { ...context, resource }
    const found = await findRecords(there, context.runtime.database.db, everyColumn(there), [key], { removed: true })
    const record = found.get(key)
    if (record) return record
  }
  return null
}

interface Group {
  readonly id: number
  readonly ids: readonly number[]
  readonly count: number
}

/** Lines of one record and of its parts, those of one write to parts together. */
async function recordLines(
  context: RecordContext,
  { before, id_target, limit, ...query }: LogQuery & { readonly id_target: string },
  seen: readonly Resource[],
  parts: readonly LogPart[],
): Promise<readonly LogLine[]> {
  const over = [...seen, ...parts.map((part) => part.context.resource)]
  const shown = shownIn(context, over, 'l')
  const conditions = [
    ...asked(context.model, { ...query, before: null, target: null, id_target: null, limit }, over),
    ...openOnly(context),
    sql<boolean>`${shown} is not null`,
  ]
  const { rows: groups } = await sql<Group>`
    with hits as (${partLines(context, parts, id_target)})
    select max(l.id)::int as id, (array_agg(l.id order by l.id))[1:${sql.lit(MAX_TOGETHER)}]::int[] as ids,
      count(*)::int as count
    from hits as h join logs as l on l.id = h.id left join users as u on u.id = l.id_user
    where ${all(conditions)}
    group by case when h.own then l.id end, l.target, l.type_log, l.id_user, l.date_created, l.note
    ${before === null ? sql`` : sql`having max(l.id) < ${before}`}
    order by 1 desc limit ${limit}`.execute(context.runtime.database.db)
  const of = new Map(groups.flatMap(({ id, ids, count }) => ids.map((one) => [one, { id, count }] as const)))
  const lines = await readLines(context, over, [sql<boolean>`l.id = any(${[...of.keys()]}::int[])`], of.size)
  return lines
    .map((line) => ({ ...line, group: of.get(Number(line.id)) }))
    .toSorted((a, b) => (b.group?.id ?? 0) - (a.group?.id ?? 0) || a.id - b.id)
}

/** Of what one write did to rows beside a record, so many are told one by one. */
const MAX_TOGETHER = 200

async function readLines(
  context: RecordContext,
  over: readonly Resource[],
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
): Promise<readonly LogLine[]> {
  const { model, actor, runtime } = context
  const shown = shownIn(context, over, 'l')
  const people = shownIn(
    context,
    Object.values(model.resources).filter((resource) => resource.entity === 'users' && maySee(actor, resource)),
    'w',
  )
  const { rows } = await sql<LogLine>`
    select l.id, l.type_log, l.target, l.id_target, l.key_target, l.title, l.changes, l.platform, l.note,
      l.date_created, l.id_user,
      ${shown} as resource, u.type_user,
      nullif(trim(concat(u.name, ' ', u.surname)), '') as user_name,
      nullif(trim(concat(a.name, ' ', a.surname)), '') as user_as, k.name as user_key,
      (select ${people} from (select 'users'::text as target, u.id as id_target, null::text as key_target) as w) as
        user_resource
    from logs as l left join users as u on u.id = l.id_user left join users as a on a.id = l.id_user_as
    left join api_keys as k on k.id = l.id_key
    where ${all([...conditions, ...openOnly(context), sql<boolean>`${shown} is not null`])}
    order by l.id desc limit ${limit}`.execute(runtime.database.db)
  return rows
}

/** That there was an internal comment, only the house reads. */
const openOnly = ({ model, actor }: RecordContext): RawBuilder<boolean>[] =>
  isHouse(model.application.scopes, actor) ? [] : [sql<boolean>`l.note is distinct from ${INTERNAL_NOTE}`]

/** Whether a user may read the log over all records; each record's own log depends on the right on its module. */
export const mayReadWholeLog = (actor: Actor): boolean =>
  actor.root || (actor.operator && actor.rights[LOG_MODULE]?.see === true)

/** Key of the module that is the page of the whole log. */
const LOG_MODULE = 'logs'

function asked(model: Model, query: LogQuery, seen: readonly Resource[]): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  // A condition of its own, apart from `shownIn`, so that the index over targets can be used.
  if (query.target !== null)
    conditions.push(sql`l.target = any(${[...new Set(seen.map(({ entity }) => entity))]}::text[])`)
  if (query.id_target !== null) conditions.push(ofTarget(model, seen, query.id_target))
  if (query.id_user !== null) conditions.push(sql`l.id_user = ${idOf(query.id_user)}`)
  if (query.type_user !== null) conditions.push(sql`u.type_user = ${query.type_user}`)
  if (query.type_log !== null) conditions.push(sql`l.type_log = ${query.type_log}`)
  if (query.platform !== null) conditions.push(sql`l.platform = ${query.platform}`)
  if (query.run !== null) conditions.push(sql`l.note = ${query.run}`)
  if (query.from !== null) conditions.push(sql`l.date_created >= ${query.from}`)
  if (query.until !== null) conditions.push(sql`l.date_created < ${query.until}`)
  if (query.before !== null) conditions.push(sql`l.id < ${query.before}`)
  return conditions
}

/** @throws {AppError} MALFORMED for an id that no record of these catalogues can have */
function ofTarget(model: Model, seen: readonly Resource[], id: string): RawBuilder<boolean> {
  if (seen.some(({ entity }) => model.entities[entity]?.key)) return sql<boolean>`l.key_target = ${id}`
  if (!/^\d{1,9}$/.test(id)) throw malformed('id_target')
  return sql<boolean>`l.id_target = ${idOf(id)}`
}

/** Catalogues that a name means: the one of that name, else all over the entity of that name. */
function targets({ model }: RecordContext, name: string): readonly Resource[] {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (resource && resource.module !== null) return [resource]
  return Object.values(model.resources).filter(({ entity }) => entity === name)
}

/**
 * Name of the first of these catalogues that shows the row a line is about; null: none does, so the line is not shown.
 * A line about a catalogue as a whole (its order) has no row.
 */
function shownIn(context: RecordContext, over: readonly Resource[], alias: string): RawBuilder<string | null> {
  const cases = over.flatMap((resource) => {
    const entity = context.model.entities[resource.entity]
    if (!entity || entity.remote) return []
    const within = inScope(contextOf(context, entity, resource), 't', { removed: true })
    const [target, id] = [sql.ref(`${alias}.target`), sql.ref(`${alias}.${entity.key ? 'key_target' : 'id_target'}`)]
    return [
      sql`when ${target} = ${entity.name} and (${id} is null or exists (
        select 1 from ${sql.table(entity.name)} as t where t.id = ${id} and ${within})) then ${resource.name}`,
    ]
  })
  return cases.length === 0
    ? sql<string | null>`null::text`
    : sql<string | null>`(case ${sql.join(cases, sql` `)} end)::text`
}

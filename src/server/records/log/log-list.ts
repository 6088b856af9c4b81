import { sql, type RawBuilder } from 'kysely'
import { mayReadLog, maySee } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { isHouse } from '../../../model/rights/house'
import type { FieldChange } from '../../audit'
import { INTERNAL_NOTE } from '../../people/side'
import type { LogQuery } from './log-query'
import { contextOf, type RecordContext } from '../record-context'
import { idOf } from '../record-id'
import { all, inScope } from '../read/in-scope'

/** A line of the log's table, with who did it. */
export interface LogLine {
  readonly id: number
  readonly type_log: string
  /** Catalogue that shows the record. */
  readonly resource: string
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
}

/**
 * Lines of the activity log, newest first, only of records that the asker sees, removed ones included. Without a record it is the page of the whole log, which
 * is a module of its own for operators.
 * @throws {AppError} FORBIDDEN without the right to see the target's module or the log's, NOT_FOUND for an unknown target
 */
export async function logLines(context: RecordContext, query: LogQuery): Promise<readonly LogLine[]> {
  const { model, actor, runtime } = context
  const named = query.target === null ? Object.values(model.resources) : targets(context, query.target)
  const seen = named.filter((resource) => mayReadLog(actor, resource))
  if (named.length === 0) throw new AppError('NOT_FOUND')
  if (seen.length === 0 || (query.id_target === null && !mayReadWholeLog(actor))) throw new AppError('FORBIDDEN')
  const shown = shownIn(context, seen, 'l')
  const people = shownIn(
    context,
    Object.values(model.resources).filter((resource) => resource.entity === 'users' && maySee(actor, resource)),
    'w',
  )
  const { rows } = await sql<LogLine>`
    select l.id, l.type_log, l.id_target, l.key_target, l.title, l.changes, l.platform, l.note, l.date_created, l.id_user,
      ${shown} as resource, u.type_user,
      nullif(trim(concat(u.name, ' ', u.surname)), '') as user_name,
      nullif(trim(concat(a.name, ' ', a.surname)), '') as user_as, k.name as user_key,
      (select ${people} from (select 'users'::text as target, u.id as id_target, null::text as key_target) as w) as user_resource
    from logs as l left join users as u on u.id = l.id_user left join users as a on a.id = l.id_user_as left join api_keys as k on k.id = l.id_key
    where ${all([...asked(model, query, seen), ...openOnly(context), sql<boolean>`${shown} is not null`])} order by l.id desc limit ${query.limit}`.execute(runtime.database.db)
  return rows
}

/** That there was an internal comment, only the house reads. */
const openOnly = ({ model, actor }: RecordContext): RawBuilder<boolean>[] =>
  (isHouse(model.application.scopes, actor) ? [] : [sql<boolean>`l.note is distinct from ${INTERNAL_NOTE}`])

/** Whether a user may read the log over all records; each record's own log depends on the right on its module. */
export const mayReadWholeLog = (actor: Actor): boolean => actor.root || (actor.operator && actor.rights[LOG_MODULE]?.see === true)

/** Key of the module that is the page of the whole log. */
const LOG_MODULE = 'logs'

function asked(model: Model, query: LogQuery, seen: readonly Resource[]): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  // A condition of its own, apart from `shownIn`, so that the index over targets can be used.
  if (query.target !== null) conditions.push(sql`l.target = any(${[...new Set(seen.map(({ entity }) => entity))]}::text[])`)
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
  if (!/^\d{1,9}$/.test(id)) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'id_target' } })
  return sql<boolean>`l.id_target = ${idOf(id)}`
}

/** Catalogues that a name means: the one of that name, else all over the entity of that name. */
function targets({ model }: RecordContext, name: string): readonly Resource[] {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (resource && resource.module !== null) return [resource]
  return Object.values(model.resources).filter(({ entity }) => entity === name)
}

/**
 * Name of the first of these catalogues that shows the row a line is about; null: none does, so the line is not shown. A line about a catalogue as a whole (its
 * order) has no row.
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
  return cases.length === 0 ? sql<string | null>`null::text` : sql<string | null>`(case ${sql.join(cases, sql` `)} end)::text`
}

import { sql, type RawBuilder } from 'kysely'
import { maySee } from '../../model/access'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { Resource } from '../../model/model'
import type { FieldChange } from '../audit'
import { contextOf, type RecordContext } from './record-context'
import { idOf } from './read'
import { all, withinReach } from './within-reach'

/** One line as the log's table has it, with who did it. */
export interface LogLine {
  readonly id: number
  readonly type_log: string
  /** Catalogue that shows the record. */
  readonly resource: string
  readonly id_target: number | null
  readonly title: string | null
  readonly changes: { readonly [field: string]: FieldChange } | null
  readonly platform: string | null
  readonly note: string | null
  readonly date_created: string
  readonly id_user: number | null
  readonly user_name: string | null
  /** Catalogue that shows who did it, if the asker sees one. */
  readonly user_resource: string | null
  readonly type_user: string | null
}

/** What a log call may ask; spec 1 §7. */
export interface LogQuery {
  readonly id_user: number | null
  /** Name of a catalogue or of an entity. */
  readonly target: string | null
  readonly id_target: number | null
  readonly limit: number
  /** Lines older than this one: the `id` of the last line shown. */
  readonly before: number | null
}

const DEFAULT_LIMIT = 20
const MOST_LINES = 1000

/** @throws {AppError} MALFORMED */
export function readLogQuery(query: JsonObject): LogQuery {
  const number = (key: string): number | null => {
    const value = query[key]
    if (value === undefined || value === null || value === '') return null
    if (!/^\d{1,10}$/.test(String(value))) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: key } })
    return Number(value)
  }
  const known = new Set(['id_user', 'target', 'id_target', 'limit', 'before'])
  const unknown = Object.keys(query).find((key) => !known.has(key))
  if (unknown !== undefined)
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.filter_unknown',
      params: { name: unknown.slice(0, 80), known: [...known].join(', ') },
    })
  const target = query.target === undefined || query.target === null || query.target === '' ? null : String(query.target)
  return {
    id_user: number('id_user'),
    target,
    id_target: number('id_target'),
    limit: Math.min(number('limit') ?? DEFAULT_LIMIT, MOST_LINES),
    before: number('before'),
  }
}

/**
 * Lines of the activity log, newest first: of the records that the asker sees, removed ones included, and no others.
 * @throws {AppError} FORBIDDEN without the right to see the target's module, NOT_FOUND for a target that is not there
 */
export async function logLines(context: RecordContext, query: LogQuery): Promise<readonly LogLine[]> {
  const { model, actor, runtime } = context
  const named = query.target === null ? Object.values(model.resources) : targets(context, query.target)
  const seen = named.filter((resource) => maySee(actor, resource))
  if (seen.length === 0) throw new AppError(named.length === 0 ? 'NOT_FOUND' : 'FORBIDDEN')
  const shown = shownIn(context, seen, 'l')
  const people = shownIn(
    context,
    Object.values(model.resources).filter((resource) => resource.entity === 'users' && maySee(actor, resource)),
    'w',
  )
  const conditions = [
    sql<boolean>`${shown} is not null`,
    ...(query.id_target === null ? [] : [sql<boolean>`l.id_target = ${idOf(query.id_target)}`]),
    ...(query.id_user === null ? [] : [sql<boolean>`l.id_user = ${idOf(query.id_user)}`]),
    ...(query.before === null ? [] : [sql<boolean>`l.id < ${query.before}`]),
  ]
  const { rows } = await sql<LogLine>`
    select l.id, l.type_log, l.id_target, l.title, l.changes, l.platform, l.note, l.date_created, l.id_user,
      ${shown} as resource, u.type_user,
      nullif(trim(concat(u.name, ' ', u.surname)), '') as user_name,
      (select ${people} from (select 'users'::text as target, u.id as id_target) as w) as user_resource
    from logs as l left join users as u on u.id = l.id_user
    where ${all(conditions)} order by l.id desc limit ${query.limit}`.execute(runtime.database.db)
  return rows
}

/** Catalogues that a name means: the one of that name, else all over the entity of that name. */
function targets({ model }: RecordContext, name: string): readonly Resource[] {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (resource && resource.module !== null) return [resource]
  return Object.values(model.resources).filter(({ entity }) => entity === name)
}

/**
 * Name of the first of these catalogues that shows the row a line is about; null: none does, and so neither is the line shown. A line
 * about a catalogue as a whole (its order) is about no row.
 */
function shownIn(context: RecordContext, over: readonly Resource[], alias: string): RawBuilder<string | null> {
  const cases = over.flatMap((resource) => {
    const entity = context.model.entities[resource.entity]
    if (!entity) return []
    const within = withinReach(contextOf(context, entity, resource), 't', { removed: true })
    const [target, id] = [sql.ref(`${alias}.target`), sql.ref(`${alias}.id_target`)]
    return [
      sql`when ${target} = ${entity.name} and (${id} is null or exists (
        select 1 from ${sql.table(entity.name)} as t where t.id = ${id} and ${within})) then ${resource.name}`,
    ]
  })
  return cases.length === 0 ? sql<string | null>`null::text` : sql<string | null>`(case ${sql.join(cases, sql` `)} end)::text`
}

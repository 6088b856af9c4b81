import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { PRESENCE_EVERY_S, type PresenceAnswer, type PresenceMode } from '../../../model/presence'
import { PREPARED } from '../../platform/database/prepared'
import { all, inScope, withinScope, living } from '../fields/in-scope'
import { assertSees } from '../read/list'
import { seenFields } from '../fields/seen-fields'
import { contextOf, type RecordContext } from '../record-context'
import { recordId, type RecordId } from '../record-id'
import { assertEdits } from '../write/save'
import { malformed } from '../../platform/answers/malformed'

/** After so many calls that did not come somebody counts as gone. */
const MISSED = 3
const SLACK_S = 2
/** Open records of one person that are kept; nobody looks at more. */
const MAX_OWN = 50
/** People who are named in an answer. */
const MAX_PEOPLE = 20

interface Beat {
  readonly key: string
  readonly mode: PresenceMode
  readonly version: number | null
}
interface Found {
  readonly version: number
  readonly date_updated: string | null
  readonly people: readonly { readonly id: number | null; readonly name: string | null; readonly edits: boolean }[]
}

/**
 * `POST {endpoint}/{id}/presence {key, mode: see|edit|gone, version?}`: says that the asker has a record open, in the
 * page or form of that key, and answers who else has, and whether it was changed since `version`; `gone` where that
 * page had it open and may not see it any more. One statement; other servers read the same table.
 * @throws {AppError} FORBIDDEN, NOT_FOUND (also outside their scope, and once it is removed), MALFORMED
 */
export async function presence(context: RecordContext, id: Json, input: JsonObject): Promise<PresenceAnswer | object> {
  if (context.actor.key) throw new AppError('FORBIDDEN', { say: 'errors.key_call' })
  const { key, mode } = input
  if (typeof key !== 'string' || !/^[\w-]{8,40}$/.test(key)) throw malformed('key')
  if (mode === 'gone') return leave(context, key)
  if (mode !== 'see' && mode !== 'edit') throw malformed('mode')
  assertSees(context)
  if (mode === 'edit') assertEdits(context)
  const record = recordId(context.entity, id)
  const version = typeof input.version === 'number' ? input.version : null
  const found = await beat(context, record, { key, mode, version })
  if (!found) {
    if (await wasOpen(context, record, key)) return { version: 0, people: [], gone: true }
    throw new AppError('NOT_FOUND')
  }
  const now = Number(found.version)
  return {
    version: now,
    ...(version !== null && now > version
      ? { changed: { by: await lastWriter(context, record), at: found.date_updated } }
      : {}),
    people: found.people.map(({ edits, ...person }) => ({
      ...person,
      mode: edits ? ('edit' as const) : ('see' as const),
    })),
  }
}

async function beat(context: RecordContext, id: RecordId, { key, mode }: Beat): Promise<Found | undefined> {
  const {
    actor,
    entity,
    runtime: {
      database: { db },
    },
  } = context
  const record = sql`from ${sql.table(entity.name)} as t where t.id = ${id} and ${inScope(context, 't')}`
  const until = sql`clock_timestamp() + make_interval(secs => ${PRESENCE_EVERY_S[mode] * MISSED + SLACK_S}::float8)`
  const { rows } = await sql<Found>`${PREPARED}with
    old as (delete from presences where id_user = ${actor.id} and date_until < clock_timestamp() and key <> ${key}),
    own as (
      insert into presences (id_user, key, entity, id_record, edits, date_until)
      select ${actor.id}::int, ${key}::text, ${entity.name}::text, ${String(id)}::text, ${mode === 'edit'}::boolean,
        ${until} ${record}
        and (select count(*) from presences where id_user = ${actor.id}) < ${MAX_OWN}
      on conflict (id_user, key) do update set entity = excluded.entity, id_record = excluded.id_record,
      edits = excluded.edits, date_until = excluded.date_until)
    select t.version, t.date_updated, coalesce((
      select json_agg(json_build_object('id', one.id, 'name', one.name, 'edits', one.edits)) from (
        select u.id, ${personName(context)} as name, bool_or(p.edits) as edits
        from presences as p left join users as u on u.id = p.id_user and ${seenPeople(context)}
        where p.entity = ${entity.name} and p.id_record = ${String(id)} and p.id_user <> ${actor.id}
          and p.date_until > clock_timestamp()
        group by p.id_user, u.id order by bool_or(p.edits) desc, 2 nulls last, p.id_user limit ${MAX_PEOPLE}) as one),
        '[]'::json) as people
    ${record}`.execute(db)
  return rows[0]
}

/** Whether this page of the asker had the record open: that it is gone is an answer then, and no error. */
async function wasOpen(
  {
    actor,
    entity,
    runtime: {
      database: { db },
    },
  }: RecordContext,
  id: RecordId,
  key: string,
): Promise<boolean> {
  const { rows } =
    await sql`select from presences where id_user = ${actor.id} and key = ${key} and entity = ${entity.name}
      and id_record = ${String(id)}`.execute(db)
  return rows.length > 0
}

/** Whose names this asker learns: of people within their own scope, as everywhere. */
function seenPeople(context: RecordContext): RawBuilder<boolean> {
  const users = context.model.entities.users
  return users
    ? all([living('u'), ...withinScope(contextOf(context, users, context.resource), 'u', 'read')])
    : sql<boolean>`false`
}

function personName(context: RecordContext): RawBuilder<string | null> {
  const users = context.model.entities.users
  const seen = users ? seenFields(context, users).fields : new Map<string, null>()
  const parts = ['name', 'surname'].filter((field) => seen.get(field) === null).map((field) => sql.ref(`u.${field}`))
  return parts.length === 0
    ? sql<null>`null::text`
    : sql<string | null>`nullif(trim(concat_ws(' ', ${sql.join(parts)})), '')`
}

/** Who saved a record last; null where the asker may not see them. */
async function lastWriter(context: RecordContext, id: RecordId): Promise<string | null> {
  const {
    entity,
    runtime: {
      database: { db },
    },
  } = context
  const { rows } = await sql<{ name: string | null }>`
    select ${personName(context)} as name from logs as l left join users as u on u.id = l.id_user
      and ${seenPeople(context)}
    where l.target = ${entity.name} and ${entity.key ? sql`l.key_target` : sql`l.id_target`} = ${id}
      and l.changes ? 'version' order by l.id desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}

/** The page or form is closed: others need not wait until its calls are missed. */
async function leave(
  {
    actor,
    runtime: {
      database: { db },
    },
  }: RecordContext,
  key: string,
): Promise<object> {
  await sql`delete from presences where id_user = ${actor.id} and key = ${key}`.execute(db)
  return {}
}

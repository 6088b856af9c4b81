import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { FieldChange } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import { fieldLabel } from '../fields/labels'
import type { RecordContext } from '../record-context'
import { seenFields } from '../fields/seen-fields'

/** At most this many log lines are read to show what happened since. */
const MAX_LINES = 50

interface Line {
  readonly date_created: string
  readonly changes: { readonly [field: string]: FieldChange } | null
  readonly who: string | null
}

/**
 * The error for a writer whose record is outdated: who changed what since they read it, and when (`conflict: { by, at,
 * fields }`).
 */
export async function conflict(context: RecordContext, tx: Tx, before: JsonObject, version: Json): Promise<AppError> {
  const { actor, entity, resource, runtime } = context
  const { rows } = await sql<Line>`
    select l.date_created, l.changes, nullif(trim(concat(u.name, ' ', u.surname)), '') as who
    from logs as l left join users as u on u.id = l.id_user
    where l.target = ${entity.name} and ${entity.key ? sql`l.key_target` : sql`l.id_target`} = ${before.id ?? null}
      and l.changes ? 'version'
    order by l.id desc limit ${MAX_LINES}`.execute(tx)
  const since = rows.filter(({ changes }) => toVersion(changes) > Number(version))
  const seen = seenFields(context).fields
  const changed = new Set(since.flatMap(({ changes }) => Object.keys(changes ?? {})))
  const fields = Object.keys(entity.fields).filter(
    (name) => changed.has(name) && name !== 'version' && seen.get(name) === null,
  )
  const last = since[0]
  const by = last?.who ?? null
  return new AppError('CONFLICT', {
    say: by === null ? 'records.conflict' : 'records.conflict_by',
    params: {
      by: by ?? '',
      fields:
        fields
          .map((name) => fieldLabel(runtime.words, actor.language, resource, entity.fields[name], name))
          .join(', ') || '?',
    },
    body: { conflict: { by, at: before.date_updated ?? null, fields, version: before.version ?? null } },
  })
}

function toVersion(changes: Line['changes']): number {
  const version = changes?.version
  return version && 'to' in version ? Number(version.to) : 0
}

import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { PersonItem } from '../../../model/people-calls'
import { scopeNames } from '../../../model/application'
import type { Db, Tx } from '../../platform/database/database'
import { livingRows } from '../../platform/database/engine-tables'
import { searchWords } from '../../records/read/search-words'
import type { RecordContext } from '../../records/record-context'
import { seerOf, type AtRecord, type Seer } from './record-at'
import { HOUSE, reads } from '../../language/actor/side'
import { living } from '../../records/fields/in-scope'

/** What is offered while a name is typed, and how many people are looked at for it. */
const OFFERED = 8
const LOOKED_AT = 60

/** Somebody who may be mentioned, with the record as they see it. */
export interface Mentioned extends Seer {
  readonly id: number
  readonly name: string
}

/**
 * People by a piece of their name who may see the record and would read the comment. Who is not of the house is offered
 * their own people, and those of the house who have written openly about the record: they learn of nobody else.
 */
export async function mentionable(
  context: RecordContext,
  at: AtRecord,
  q: string,
  internal: boolean,
): Promise<PersonItem[]> {
  const {
    runtime: {
      database: { db },
    },
    entity,
    resource,
    actor,
  } = context
  const words = searchWords(q).map(
    (word) =>
      sql<boolean>`tr_fold(concat(u.name, ' ', u.surname)) like '%'
        || tr_fold(${word.replace(/[\\%_]/g, '\\$&')}::text) || '%'`,
  )
  const known = at.isHouse
    ? sql<boolean>`true`
    : sql<boolean>`(${sameOwner(context)} or exists (select 1 from record_comments as c
    where c.entity = ${entity.name} and c.id_target = ${at.key} and c.id_user = u.id and c.side = ${HOUSE}
      and not c.internal and ${living('c')}))`
  const { rows } = await sql<{ id: number; name: string }>`select u.id, trim(concat(u.name, ' ', u.surname)) as name
    from users as u join roles as r on r.id = u.id_role and r.state = '1' and ${living('r')}
    where u.state = '1' and ${living('u')} and u.id <> ${actor.id} and ${known}
      and (r.root or r.all_modules in ('1', '2') or exists (select 1 from role_modules as m
        join modules as o on o.id = m.id_module
        where m.id_role = r.id and ${living('m')} and o.key = ${resource.module}))
      and ${words.length === 0 ? sql`true` : sql.join(words, sql` and `)}
    order by tr_order(concat(u.name, ' ', u.surname)), u.id limit ${LOOKED_AT}`.execute(db)
  const found: PersonItem[] = []
  for (const { id, name } of rows) {
    if (found.length >= OFFERED) break
    if (await readerOf(context, db, at, Number(id), internal)) found.push({ id: Number(id), name })
  }
  return found
}

/** People of the asker's own owner; of somebody without one, nobody. */
function sameOwner({
  model: {
    application: { scopes },
    entities,
  },
  actor,
}: RecordContext) {
  const own = scopeNames(scopes).flatMap((name) => {
    const scope = scopes[name]
    const value = actor.scopes[name]
    return scope && scope.divides === undefined && typeof value === 'number' && entities.users?.fields[scope.field]
      ? [sql<boolean>`${sql.ref(`u.${scope.field}`)} = ${value}`]
      : []
  })
  return own.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(own, sql` or `)})`
}

/** Somebody who would read a comment of the asker's; null: they would not. */
async function readerOf(
  context: RecordContext,
  db: Db | Tx,
  at: AtRecord,
  id: number,
  internal: boolean,
): Promise<Seer | null> {
  const seer = await seerOf(context, db, id, at.id, 'comments')
  return seer && reads(seer.side, { internal, side: at.side }) ? seer : null
}

/**
 * Those who are mentioned.
 * @throws {AppError} VALIDATION at `mentions` when one of them may not see the record, or would not read the comment
 */
export async function mentioned(
  context: RecordContext,
  db: Db | Tx,
  at: AtRecord,
  ids: readonly number[],
  internal: boolean,
): Promise<readonly Mentioned[]> {
  const found: Mentioned[] = []
  const refused: number[] = []
  for (const id of new Set(ids)) {
    const seer = await readerOf(context, db, at, id, internal)
    if (!seer || (!at.isHouse && seer.side !== at.side && !(await hasSpoken(context, db, at, id)))) refused.push(id)
    else
      found.push({
        ...seer,
        id,
        name: [seer.actor.facts.name, seer.actor.facts.surname].filter((part) => typeof part === 'string').join(' '),
      })
  }
  if (refused.length > 0) throw new AppError('VALIDATION', { errors: { mentions: { key: 'mention' } } })
  return found
}

async function hasSpoken({ entity }: RecordContext, db: Db | Tx, { key }: AtRecord, id: number): Promise<boolean> {
  const comment = await livingRows(db, 'record_comments')
    .select('id')
    .where('entity', '=', entity.name)
    .where('id_target', '=', key)
    .where('id_user', '=', id)
    .where('side', '=', HOUSE)
    .where('internal', '=', false)
    .limit(1)
    .executeTakeFirst()
  return comment !== undefined
}

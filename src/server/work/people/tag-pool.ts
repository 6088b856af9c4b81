import { sql } from 'kysely'
import { TAGS } from '../../../model/loader/build-people'
import { mayEdit } from '../../../model/rights/access'
import { hasWhole, isHouse } from '../../../model/rights/house'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Json } from '../../../model/json'
import type { TagItem } from '../../../model/people-calls'
import { checkText } from '../../../model/values/text-value'
import type { Db, Tx } from '../../platform/database/database'
import { livingRows } from '../../platform/database/engine-tables'
import { joinTableName } from '../../language/migrate/join-table'
import { logWrite } from '../../records/log/log-write'
import type { RecordContext } from '../../records/record-context'
import { inOneWrite, type Write } from '../../records/write/open-write'
import { assertRetags, assertTakesPart } from '../../records/takes-part'
import { raisedIn } from '../../records/write/raised'

/** More than that nobody finds their way in. */
const MAX_POOL = 500
const MAX_NAME = 40
/** Colours of new tags, readable on light and dark grounds. */
const PALETTE = ['#1565c0', '#2e7d32', '#b45309', '#c62828', '#6a1b9a', '#00838f', '#ad1457', '#4e5d6c']

/** `GET {endpoint}/tags`: the tags of a catalogue. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function listTags(context: RecordContext): Promise<{ items: TagItem[]; may_change: boolean }> {
  assertTakesPart(context, 'tags')
  return { items: await readTags(context, context.runtime.database.db), may_change: mayChange(context) }
}

async function readTags({ resource }: RecordContext, db: Db | Tx): Promise<TagItem[]> {
  const rows = await livingRows(db, 'record_tags')
    .select(['id', 'name', 'color'])
    .where('catalogue', '=', resource.name)
    .orderBy(sql`tr_order(name)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, color }) => ({ id: Number(id), name, color }))
}

/** Tags have names that others read: the house's staff make them, with the right to edit the catalogue. */
const mayMake = ({ actor, resource, model }: RecordContext): boolean =>
  mayEdit(actor, resource) && isHouse(model.application.scopes, actor)

/** Whoever has the whole of the house also renames, merges and removes them: they are on records of every branch. */
const mayChange = (context: RecordContext): boolean =>
  mayMake(context) && hasWhole(context.model.application.scopes, context.actor)

/**
 * The ids of tags that a call names; a new name makes a tag, where the asker may.
 * @param at the source of its errors @throws {AppError} VALIDATION, TOO_LARGE
 */
export async function tagsNamed(
  context: RecordContext,
  named: Json | undefined,
  at: 'add' | 'remove',
): Promise<readonly number[]> {
  const wanted = Array.isArray(named) ? (named as readonly Json[]) : []
  if (wanted.length === 0) return []
  return context.runtime.database.transaction(async (tx) => {
    let known = await readTags(context, tx)
    const tagOf = (one: Json): TagItem | undefined =>
      known.find(({ id, name }) => (typeof one === 'number' ? id === one : fold(name) === fold(String(one))))
    const isNew = (one: Json): one is string =>
      tagOf(one) === undefined && typeof one === 'string' && at === 'add' && mayMake(context)
    if (wanted.some(isNew)) {
      await lockPool(context, tx)
      known = await readTags(context, tx)
    }
    const ids: number[] = []
    for (const one of wanted) {
      const tag = tagOf(one)
      if (tag) ids.push(tag.id)
      else if (isNew(one)) {
        if (known.length >= MAX_POOL)
          throw new AppError('TOO_LARGE', { say: 'people.too_many_tags', params: { max: MAX_POOL } })
        const made = await makeTag(context, tx, nameOf(one, at))
        known.push(made)
        ids.push(made.id)
      } else
        throw new AppError('VALIDATION', {
          errors: { [at]: { key: 'tag_unknown', params: { name: String(one).slice(0, MAX_NAME) } } },
        })
    }
    return [...new Set(ids)]
  })
}

/** Of two who give the same name at once the second finds the first one's tag, however either writes it. */
const lockPool = ({ resource }: RecordContext, tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('tags'), hashtext(${resource.name}))`.execute(tx)

const fold = (name: string): string => name.normalize('NFC').trim().toLowerCase()

function nameOf(given: string, at: string): string {
  const name = given.normalize('NFC').trim()
  const error: FieldError | null = name === '' ? { key: 'required' } : checkText(name, {}, MAX_NAME, 'one')
  if (error) throw new AppError('VALIDATION', { errors: { [at]: error } })
  return name
}

async function makeTag({ resource, now }: RecordContext, tx: Tx, name: string): Promise<TagItem> {
  const color =
    PALETTE[[...name].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % PALETTE.length] ?? '#4e5d6c'
  const moment = now.toISOString()
  const row = { catalogue: resource.name, name, color, date_created: moment, date_updated: moment }
  const { id } = await tx.insertInto(TAGS).values(row).returning('id').executeTakeFirstOrThrow()
  return { id: Number(id), name, color }
}

/** A tag of the catalogue, locked. @throws {AppError} FORBIDDEN, NOT_FOUND */
async function lockTag(context: RecordContext, tx: Tx, id: number): Promise<TagItem> {
  const row = await livingRows(tx, 'record_tags')
    .select(['id', 'name', 'color'])
    .where('id', '=', id)
    .where('catalogue', '=', context.resource.name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return { ...row, id: Number(row.id) }
}

/** Changes the tags of a catalogue, with a line in its log. */
function changing(
  context: RecordContext,
  verb: string,
  work: (write: Write) => Promise<string>,
): Promise<{ readonly msg: string }> {
  assertRetags(context)
  if (!mayChange(context)) throw new AppError('FORBIDDEN', { say: 'people.tags_house' })
  return inOneWrite(context, async (write) => {
    const title = await work(write)
    await logWrite(context, write, { type_log: verb, id_target: null, title, changes: null })
    write.changed.add(context.entity.name)
    return { msg: context.runtime.words.say(context.actor.language, 'messages.saved') }
  })
}

/** `POST {endpoint}/tags/change`: another name or colour. @throws {AppError} VALIDATION at `name` */
export const changeTag = (
  context: RecordContext,
  asked: { readonly tag: number; readonly name?: string; readonly color?: string },
): Promise<{ readonly msg: string }> =>
  changing(context, 'tag_change', async ({ tx }) => {
    await lockPool(context, tx)
    const before = await lockTag(context, tx, asked.tag)
    const name = asked.name === undefined ? before.name : nameOf(asked.name, 'name')
    if ((await readTags(context, tx)).some((one) => one.id !== before.id && fold(one.name) === fold(name)))
      throw new AppError('VALIDATION', { errors: { name: { key: 'unique' } } })
    await sql`update record_tags set name = ${name}, color = ${asked.color ?? before.color},
      ${raisedIn('record_tags', context.now)} where id = ${before.id}`.execute(tx)
    return before.name === name ? name : `${before.name} → ${name}`
  })

/** `POST {endpoint}/tags/merge`: whoever has the one gets the other. @throws {AppError} VALIDATION at `into` */
export const mergeTags = (
  context: RecordContext,
  asked: { readonly tag: number; readonly into: number },
): Promise<{ readonly msg: string }> =>
  changing(context, 'tag_merge', async ({ tx }) => {
    if (asked.tag === asked.into) throw new AppError('VALIDATION', { errors: { into: { key: 'merge_itself' } } })
    const [first, second] = asked.tag < asked.into ? [asked.tag, asked.into] : [asked.into, asked.tag]
    const found = new Map([
      [first, await lockTag(context, tx, first)],
      [second, await lockTag(context, tx, second)],
    ])
    const table = sql.table(joinTableName(context.entity.name, 'tags'))
    await sql`update ${table} as j set id_target = ${asked.into} where j.id_target = ${asked.tag}
      and not exists (select 1 from ${table} as k where k.id_own = j.id_own and k.id_target = ${asked.into})`.execute(
      tx,
    )
    await dropTag(context, tx, asked.tag)
    return `${found.get(asked.tag)?.name ?? ''} → ${found.get(asked.into)?.name ?? ''}`
  })

/** `POST {endpoint}/tags/remove`: the tag is gone from all records. */
export const removeTag = (context: RecordContext, asked: { readonly tag: number }): Promise<{ readonly msg: string }> =>
  changing(context, 'tag_remove', async ({ tx }) => {
    const { name } = await lockTag(context, tx, asked.tag)
    await dropTag(context, tx, asked.tag)
    return name
  })

async function dropTag({ entity, now }: RecordContext, tx: Tx, id: number): Promise<void> {
  await sql`delete from ${sql.table(joinTableName(entity.name, 'tags'))} where id_target = ${id}`.execute(tx)
  await sql`update record_tags set date_deleted = ${now.toISOString()}, ${raisedIn('record_tags', now)}
    where id = ${id}`.execute(tx)
}

import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { CommentItem } from '../../../model/people-calls'
import { checkText } from '../../../model/values/text-value'
import { callLimit } from '../../platform/once/call-limit'
import type { Tx } from '../../platform/database/database'
import { logWrite } from '../../records/log/log-write'
import type { RecordContext } from '../../records/record-context'
import { inOneWrite, type Write } from '../../records/write/open-write'
import { releaseFiles, takeFiles } from './comment-files'
import { commentOf } from './comments'
import { followersOf, followToo } from './followers'
import { mentioned, type Mentioned } from './mentions'
import { assertThemselves, recordAt, seerOf, type AtRecord } from './record-at'
import { HOUSE, INTERNAL_NOTE, reads } from '../../language/actor/side'
import { nameOfUser, tellPeople, type Told } from './told'
import { houseOf } from './unheard'
import { raisedIn } from '../../records/write/raised'

const A_MINUTE = 30
const limited = callLimit('people.too_many')
/** What a notice shows of a comment. */
const MAX_SHOWN = 500

interface Written {
  readonly item: CommentItem
  readonly msg: string
}

/**
 * `POST {endpoint}/{id}/comments`: a comment, by somebody who sees the record. Who is mentioned and who follows the
 * record is told, as far as they may read it; of what comes from outside, somebody of the house.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, TOO_MANY; VALIDATION at `body`, `mentions`, `files`
 */
export async function addComment(
  context: RecordContext,
  asked: {
    readonly id: number | string
    readonly body: string
    readonly mentions?: readonly number[]
    readonly files?: readonly number[]
    readonly internal?: number
  },
): Promise<Written> {
  const at = await recordAt(context, 'comments', asked.id)
  await assertThemselves(context)
  const { actor, entity, runtime, resource } = context
  limited(runtime.database.db, String(actor.id), runtime.now(), A_MINUTE)
  const body = bodyOf(asked.body, (asked.files ?? []).length > 0)
  const internal = at.isHouse && (resource.comments !== 'everyone' || asked.internal !== 0)
  return inOneWrite(context, async (write) => {
    const people = await mentioned(context, write.tx, at, asked.mentions ?? [], internal)
    const moment = context.now.toISOString()
    const { rows } = await sql<{
      id: number
    }>`insert into record_comments (entity, id_target, id_user, side, internal, body, mentions, date_created,
      date_updated)
      values (${entity.name}, ${at.key}, ${actor.id}, ${at.side}, ${internal}, ${body}, ${namesOf(people)}::jsonb,
        ${moment}, ${moment}) returning id`.execute(write.tx)
    const id = Number(rows[0]?.id)
    await takeFiles(context, write.tx, id, asked.files ?? [])
    await logComment(context, write, at, 'comment', internal)
    // Who follows only now hears of it as the one who is mentioned.
    await tell(context, write.tx, at, { id, body, internal }, people, true)
    await followToo(context, write.tx, at.key, [
      { id: actor.id, side: at.side },
      ...people.map((one) => ({ id: one.id, side: one.side })),
    ])
    return answer(context, write, at, id, 'people.commented')
  })
}

/**
 * `POST {endpoint}/{id}/comments/change`: one's own, in another wording; who is mentioned for the first time is told.
 * @throws {AppError} as `addComment`, CONFLICT
 */
export async function changeComment(
  context: RecordContext,
  asked: {
    readonly id: number | string
    readonly comment: number
    readonly version: number
    readonly body: string
    readonly mentions?: readonly number[]
  },
): Promise<Written> {
  const at = await recordAt(context, 'comments', asked.id)
  await assertThemselves(context)
  return inOneWrite(context, async (write) => {
    const before = await locked(context, write.tx, at, asked.comment, ({ own }) => own)
    const body = bodyOf(asked.body, before.files.length > 0)
    const internal = before.internal === 1
    const people = await mentioned(context, write.tx, at, asked.mentions ?? [], internal)
    const moment = context.now.toISOString()
    const { rows } = await sql`update record_comments set body = ${body}, mentions = ${namesOf(people)}::jsonb,
        date_edited = ${moment}, ${raisedIn('record_comments', sql`clock_timestamp()`)}
      where id = ${asked.comment} and version = ${asked.version} and date_deleted is null returning id`.execute(
      write.tx,
    )
    if (rows.length === 0) throw new AppError('CONFLICT', { say: 'people.changed_since' })
    await logComment(context, write, at, 'comment_change', internal, {
      [`comment:${asked.comment}`]: { from: before.body, to: body },
    })
    const fresh = people.filter(({ id }) => !before.mentions.some((one) => one.id === id))
    await tell(context, write.tx, at, { id: asked.comment, body, internal }, fresh, false)
    await followToo(
      context,
      write.tx,
      at.key,
      fresh.map((one) => ({ id: one.id, side: one.side })),
    )
    return answer(context, write, at, asked.comment, 'messages.saved')
  })
}

/** `POST {endpoint}/{id}/comments/remove`: one's own; root may remove any. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function removeComment(
  context: RecordContext,
  asked: { readonly id: number | string; readonly comment: number },
): Promise<{ readonly msg: string }> {
  const at = await recordAt(context, 'comments', asked.id)
  await assertThemselves(context)
  return inOneWrite(context, async (write) => {
    const before = await locked(context, write.tx, at, asked.comment, ({ may_remove }) => may_remove)
    const moment = context.now.toISOString()
    await sql`update record_comments set date_deleted = ${moment}, ${raisedIn('record_comments', context.now)}
      where id = ${asked.comment}`.execute(write.tx)
    await releaseFiles(context, write.tx, asked.comment)
    await logComment(context, write, at, 'comment_remove', before.internal === 1, {
      [`comment:${asked.comment}`]: { from: before.body, to: null },
    })
    return { msg: context.runtime.words.say(context.actor.language, 'people.comment_removed') }
  })
}

/** A comment that the asker may change, locked until the transaction ends. @throws {AppError} NOT_FOUND, FORBIDDEN */
async function locked(
  context: RecordContext,
  tx: Tx,
  at: AtRecord,
  id: number,
  may: (item: CommentItem) => boolean,
): Promise<CommentItem> {
  await sql`select 1 from record_comments where id = ${id} for update`.execute(tx)
  const found = await commentOf(context, tx, at, id)
  if (!found) throw new AppError('NOT_FOUND')
  if (!may(found)) throw new AppError('FORBIDDEN', { say: 'people.not_own' })
  return found
}

async function answer(context: RecordContext, { tx }: Write, at: AtRecord, id: number, say: string): Promise<Written> {
  const item = await commentOf(context, tx, at, id)
  if (!item) throw new AppError('NOT_FOUND')
  return { item, msg: context.runtime.words.say(context.actor.language, say) }
}

/** A text as it was typed, but for the line ends of Windows. @throws {AppError} VALIDATION at `body` */
function bodyOf(given: string, hasFiles: boolean): string {
  const body = given.replaceAll('\r\n', '\n')
  const error = body.trim() === '' && !hasFiles ? { key: 'required' } : checkText(body, {}, MAX_CHARS, 'many')
  if (error) throw new AppError('VALIDATION', { errors: { body: error } })
  return body
}

const MAX_CHARS = 10_000

const namesOf = (people: readonly Mentioned[]): string => JSON.stringify(people.map(({ id, name }) => ({ id, name })))

/** The log says that something was written; what it was before a change, it keeps for an audit and shows nobody. */
const logComment = (
  context: RecordContext,
  write: Write,
  at: AtRecord,
  type_log: string,
  internal: boolean,
  changes: Parameters<typeof logWrite>[2]['changes'] = null,
): Promise<void> =>
  logWrite(context, write, {
    type_log,
    id_target: at.id,
    title: at.title,
    note: internal ? INTERNAL_NOTE : null,
    changes,
  })

/**
 * Tells those who are mentioned and the followers who may read it; where that is nobody of the house, those of it who
 * may help.
 */
async function tell(
  context: RecordContext,
  tx: Tx,
  at: AtRecord,
  comment: { readonly id: number; readonly body: string; readonly internal: boolean },
  people: readonly Mentioned[],
  followersToo: boolean,
): Promise<void> {
  const {
    actor,
    entity,
    resource,
    runtime: { words },
  } = context
  const shown = comment.body.length > MAX_SHOWN ? `${[...comment.body].slice(0, MAX_SHOWN).join('')}…` : comment.body
  const told: Told[] = []
  const say = async (
    effect: 'mention' | 'comment',
    id_user: number,
    { actor: { language }, title }: Pick<Mentioned, 'actor' | 'title'>,
  ): Promise<void> => {
    const by = await nameOfUser(context, tx, actor.id, language)
    told.push({
      id_user,
      effect,
      name: title,
      subject: words.say(language, `people.told.${effect}`, { by, name: title }),
      body: shown,
    })
  }
  let isHeard = at.isHouse || people.some((one) => one.id !== actor.id && one.side === HOUSE)
  for (const one of people) if (one.id !== actor.id) await say('mention', one.id, one)
  const others =
    followersToo && resource.follow ? ((await followersOf(tx, entity.name, [at.key], actor.id)).get(at.key) ?? []) : []
  for (const id of others) {
    const seer = people.some((one) => one.id === id) ? null : await seerOf(context, tx, id, at.id, 'comments')
    if (!seer || !reads(seer.side, { internal: comment.internal, side: at.side })) continue
    isHeard ||= seer.isHouse
    await say('comment', id, seer)
  }
  // What somebody from outside writes reaches the house; who answers follows, and hears of the next alone.
  if (followersToo && !isHeard) for (const one of await houseOf(context, tx, at)) await say('comment', one.id, one)
  await tellPeople(
    context,
    tx,
    { id: at.id, event: 'commented', below: `comments?comment=${comment.id}`, comment: comment.id },
    told,
  )
}

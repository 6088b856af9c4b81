import { sql } from 'kysely'
import { type Row, tables } from '#app/tables'
import { AppError, cutText, type JsonObject } from '#engine/model'
import { holdFile, type Job, keepBytes, type Runtime } from '#engine/server'
import { CHAT_FILES, type ChatFile } from '../../model/chat-wire'
import { ADAPTERS, channelsById } from '../channels/adapters'
import type { OpenChannel, Fetched } from '../channels/channel'
import { nameOfFile } from '../channels/file-kind'
import { inLanes } from './lanes'

/** Name of the job that brings what people send. */
export const FETCH_JOB = 'chats.fetch'

/** Seconds to wait after the first, second … failure; a failure after the last is final until somebody asks again. */
const AGAIN_S = [5, 60, 600, 3600]
const LEASE_S = 120
/** Files that one server brings at once, each in memory. */
const LANES = 4
const KB = 1024

type Claimed = Row<'chat_messages', 'id' | 'id_channel' | 'fetches'> & {
  readonly file: ChatFile & { readonly id: string }
}

/** Brings the files that people send from where their channel keeps them, which is a matter of days there. */
export const fetchJob: Job = {
  name: FETCH_JOB,
  every_s: 15,
  shared: true,
  async run({ runtime, signal }) {
    await giveUp(runtime)
    await inLanes<Claimed>({
      most: LANES,
      signal,
      claim: (most) => claim(runtime, most),
      async work(one) {
        const channels = await channelsById(runtime.database.db, [one.id_channel ?? 0])
        await bring(runtime, channels.get(one.id_channel ?? 0), one, await runtime.settings())
      },
    })
  },
}

async function claim({ database, now }: Runtime, most: number): Promise<readonly Claimed[]> {
  const [date, lease] = [now().toISOString(), new Date(now().getTime() + LEASE_S * 1000).toISOString()]
  const { rows } =
    await sql<Claimed>`update chat_messages m set date_fetch = ${lease}, fetches = coalesce(m.fetches, 0) + 1
      where m.id = any(array(
      select q.id from chat_messages q where q.date_fetch <= ${date} and q.date_deleted is null
      order by q.date_fetch, q.id limit ${most} for update of q skip locked))
    returning m.id, m.id_channel, m.fetches, m.file`.execute(database.db)
  return rows
}

/** What has brought a server down each time is left until somebody asks again. */
async function giveUp({ database: { db }, now }: Runtime): Promise<void> {
  const stamp = now().toISOString()
  await tables(db)
    .updateTable('chat_messages')
    .set({ date_fetch: null, fetch_reason: 'unreached', date_updated: stamp })
    .where('date_fetch', '<=', stamp)
    .where('fetches', '>', AGAIN_S.length)
    .execute()
}

async function bring(
  runtime: Runtime,
  channel: OpenChannel | undefined,
  { id, file, fetches }: Claimed,
  settings: JsonObject,
): Promise<void> {
  const fetched = await fetchOne(channel, file.id, settings)
  const kept = fetched.ok ? await keep(runtime, file, fetched.bytes) : fetched
  const { database, now } = runtime
  await database.transaction(async (tx) => {
    const held = tables(tx).updateTable('chat_messages').where('id', '=', id).where('attachment', 'is', null)
    if (kept.ok) {
      const { file: stored } = kept
      const told = JSON.stringify({ ...file, mime: stored.mime, size: stored.size })
      const done = await held
        .set({
          attachment: stored.id,
          file: told,
          date_fetch: null,
          fetch_reason: null,
          date_updated: now().toISOString(),
        })
        .returning('id')
        .executeTakeFirst()
      if (done) await holdFile(runtime, tx, CHAT_FILES, stored.id, id)
      return
    }
    const wait_s = kept.again ? AGAIN_S[(fetches ?? 1) - 1] : undefined
    const next =
      wait_s === undefined ? null : new Date(now().getTime() + Math.max(wait_s, kept.wait_s ?? 0) * 1000).toISOString()
    await held
      .set({ date_fetch: next, fetch_reason: cutText(kept.reason, 60), date_updated: now().toISOString() })
      .execute()
  })
}

async function fetchOne(channel: OpenChannel | undefined, id: string, settings: JsonObject): Promise<Fetched> {
  const fetch = channel && ADAPTERS[channel.type].fetch
  if (!channel || !fetch) return { ok: false, reason: 'no_channel', again: false }
  return fetch(channel, id, Math.max(1, Number(settings['upload_max_kb']) || 10_240) * KB, settings)
}

type Kept =
  | { readonly ok: true; readonly file: Awaited<ReturnType<typeof keepBytes>> }
  | Extract<Fetched, { ok: false }>

async function keep(runtime: Runtime, file: ChatFile, bytes: Buffer): Promise<Kept> {
  try {
    return { ok: true, file: await keepBytes(runtime, CHAT_FILES, nameOfFile(file), bytes) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'TOO_LARGE') return { ok: false, reason: 'file_heavy', again: false }
    return error.code === 'VALIDATION'
      ? { ok: false, reason: 'file_kind', again: false }
      : { ok: false, reason: 'storage', again: true }
  }
}

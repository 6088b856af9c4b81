import { sql } from 'kysely'
import { type Row, tables } from '#app/tables'
import { AppError, cutText, type JsonObject, DAY_MS } from '#engine/model'
import { fileBytes, iso, type Job, type Runtime } from '#engine/server'
import type { ChatButton } from '../../model/chat-wire'
import { ADAPTERS, channelsById, noteError } from '../channels/adapters'
import type { Adapter, OpenChannel, OutgoingFile, OutgoingTemplate, ChannelSent } from '../channels/channel'
import { takesText } from '../channels/text-window'
import { inLanes } from './lanes'
import { SEND_JOB } from './say'
import { earlyStatus } from './take-status'

/** Seconds to wait after the first, second … failure; a failure after the last is final. */
const AGAIN_S = [2, 10, 30, 120, 600, 1800, 3600]
const MAX_WAIT_S = 3600
/**
 * A provider answers within 15 s. What is under way for longer was left by a server that died, and may have gone out.
 */
const LEASE_S = 60
/** Messages that one server sends at once. */
const LANES = 16
const KEEP_STATUSES_DAYS = 2

type Claimed = Row<'chat_messages', 'id' | 'id_chat' | 'id_channel' | 'message' | 'attempts' | 'attachment'> & {
  readonly contact: string
  readonly buttons: unknown
  readonly template: OutgoingTemplate | null
  readonly heard: string | null
}

/** Sends what waits, on all servers at once: of a conversation one message after the other, and each by one server. */
export const sendJob: Job = {
  name: SEND_JOB,
  every_s: 5,
  shared: true,
  async run({ runtime, signal }) {
    await giveUpUnsure(runtime)
    await inLanes<Claimed>({
      most: LANES,
      signal,
      claim: (most) => claim(runtime, most),
      async work(message) {
        const channels = await channelsById(runtime.database.db, [message.id_channel ?? 0])
        const channel = channels.get(message.id_channel ?? 0)
        await settle(runtime, message, await sendOne(runtime, channel, message, await runtime.settings()))
      },
    })
  },
}

/** What channels brought is kept as it came for as long as somebody may ask what became of it. */
const KEEP_DELIVERIES_DAYS = 30

/** Forgets what was told of messages that nobody here has sent. */
export const pruneStatuses: Job = {
  name: 'chats.prune',
  every_s: 3600,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    await tables(db)
      .deleteFrom('chat_deliveries')
      .where('date_created', '<', new Date(now().getTime() - KEEP_DELIVERIES_DAYS * DAY_MS).toISOString())
      .execute()
    await tables(db)
      .deleteFrom('chat_statuses')
      .where('date_updated', '<', new Date(now().getTime() - KEEP_STATUSES_DAYS * DAY_MS).toISOString())
      .execute()
  },
}

/** Takes the first message that waits of each of some conversations. */
async function claim({ database, now }: Runtime, most: number): Promise<readonly Claimed[]> {
  const [date, lease] = [now().toISOString(), new Date(now().getTime() + LEASE_S * 1000).toISOString()]
  const { rows } = await sql<Claimed>`
    update chat_messages m set state = 'sending', attempts = coalesce(m.attempts, 0) + 1, date_next = ${lease},
      date_updated = ${date}
    from chats c where c.id = m.id_chat and m.state = 'queued' and m.id = any(array(
      select q.id from chat_messages q where q.state = 'queued' and q.date_next <= ${date} and q.date_deleted is null
        and not exists (select 1 from chat_messages e where e.id_chat = q.id_chat and e.seq < q.seq
          and e.state in ('queued', 'sending') and e.date_deleted is null)
      order by q.date_next, q.id limit ${most} for update of q skip locked))
    returning m.id, m.id_chat, m.id_channel, m.message, m.attempts, m.attachment, m.buttons, m.template, c.contact,
    ${iso('c.date_inbound')} as heard`.execute(database.db)
  return rows
}

async function sendOne(
  runtime: Runtime,
  channel: OpenChannel | undefined,
  claimed: Claimed,
  settings: JsonObject,
): Promise<ChannelSent> {
  const { contact, message, buttons, attachment, template, heard } = claimed
  if (!channel) return { ok: false, reason: 'no_channel', again: false }
  const shown =
    typeof buttons === 'object' && buttons !== null
      ? (buttons as { readonly items?: readonly ChatButton[]; readonly list?: string | null })
      : {}
  // Whoever said it, a bot too: the provider would refuse it, and people read why.
  if (template === null && !takesText(channel.type, heard, runtime.now()))
    return { ok: false, reason: 'window', again: false }
  const adapter = ADAPTERS[channel.type]
  const file = await fileOf(runtime, attachment, adapter)
  if (file !== null && 'ok' in file) return file
  const said = { contact, text: message ?? '', buttons: shown.items ?? [], list: shown.list ?? null }
  return adapter.send(channel, { ...said, ...(template && { template }), ...(file && { file }) }, settings)
}

/** The file of a message with its bytes, or why it cannot go out; null: the message has none. */
async function fileOf(
  runtime: Runtime,
  id: number | null,
  { shape }: Adapter,
): Promise<OutgoingFile | Extract<ChannelSent, { ok: false }> | null> {
  if (id === null) return null
  try {
    const file = await fileBytes(runtime, id)
    return file
      ? { kind: shape(file).kind, name: file.name, mime: file.mime, bytes: file.bytes }
      : { ok: false, reason: 'file_gone', again: false }
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return { ok: false, reason: 'storage', again: true }
    throw error
  }
}

/** Keeps what became of a try, unless somebody else has it by now. */
async function settle(
  { database, now }: Runtime,
  { id, id_channel, attempts }: Claimed,
  sent: ChannelSent,
): Promise<void> {
  const date = now()
  const stamp = date.toISOString()
  await database.transaction(async (tx) => {
    const held = tables(tx)
      .updateTable('chat_messages')
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('attempts', '=', attempts)
    if (sent.ok) {
      const early = sent.external_id === null ? null : await earlyStatus(tx, id_channel ?? 0, sent.external_id)
      await held
        .set({
          state: early?.state ?? 'sent',
          reason: early?.state === 'failed' ? early.reason : null,
          external_id: sent.external_id,
          date_sent: stamp,
          date_next: null,
          date_updated: stamp,
        })
        .execute()
    } else {
      const wait_s = sent.again ? AGAIN_S[(attempts ?? 1) - 1] : undefined
      const next =
        wait_s === undefined
          ? null
          : new Date(date.getTime() + Math.min(MAX_WAIT_S, Math.max(sent.wait_s ?? 0, wait_s)) * 1000).toISOString()
      await held
        .set({
          state: next === null ? 'failed' : 'queued',
          reason: cutText(sent.reason, 60),
          date_next: next,
          date_updated: stamp,
        })
        .execute()
    }
    if (id_channel !== null && (sent.ok || sent.broken))
      await noteError(tx, id_channel, sent.ok ? null : sent.reason, date)
  })
}

/** What a server left half-way may have reached the person: nobody sends it again by themselves. */
async function giveUpUnsure({ database: { db }, now }: Runtime): Promise<void> {
  const stamp = now().toISOString()
  await tables(db)
    .updateTable('chat_messages')
    .set({ state: 'failed', reason: 'unsure', date_next: null, date_updated: stamp })
    .where('state', '=', 'sending')
    .where('date_next', '<=', stamp)
    .execute()
}

import { sql } from 'kysely'
import { expect } from 'vitest'
import { answerByBot, type BotChat, botContext, offerChatPort } from '../../custom/bots/server'
import type { BotEvent } from '../../custom/bots/model'
import type { JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import type { OpenFresh } from '../open-fresh'
import { servicesApp, type ServicesApp } from './services-fixture'

/** Conversations as a channel keeps them: a row each, which is locked, and what the bot said. */
export interface Talk {
  /** What was said so far, the buttons behind it. */
  said(chat: number): Promise<readonly string[]>
  hear(chat: BotChat, event: BotEvent | string): Promise<readonly string[]>
}

export interface BotsApp extends ServicesApp, Talk {
  /** A bot of steps by their names; edges name steps. @returns its id and the ids of its steps */
  draw(
    name: string,
    first: string,
    steps: { readonly [name: string]: JsonObject },
  ): Promise<{ readonly id: number; readonly steps: { readonly [name: string]: number } }>
}

/** The project with conversations that are a table of the test's. */
export async function botsApp(open: OpenFresh, now: () => Date): Promise<BotsApp> {
  const port: ServerFeature = {
    name: 'talk',
    needs: {},
    async open({ database: { db } }) {
      await sql`create table talk_chats (id int primary key, chat jsonb not null, says jsonb not null default '[]', is_bot boolean not null default true)`.execute(
        db,
      )
      return (async () =>
        offerChatPort(db, {
          lock: async (tx, id) =>
            (
              await sql<{ chat: BotChat }>`select chat from talk_chats where id = ${id} and is_bot for update`.execute(
                tx,
              )
            ).rows[0]?.chat ?? null,
          say: async (tx, id, { says, effects }) => {
            const words = says.map(
              ({ text, buttons }) => text + (buttons ? ` <${buttons.map(({ title }) => title).join('|')}>` : ''),
            )
            await sql`update talk_chats set says = says || ${JSON.stringify(words)}::jsonb, is_bot = is_bot
              and ${effects.length === 0} where id = ${id}`.execute(tx)
          },
        }))().then((forget) => async () => forget())
    },
  }
  const at = await servicesApp(open, now, { more: [port] })
  const { server } = at
  const { db, transaction } = server.database
  const said: Talk['said'] = async (chat) =>
    (await sql<{ says: string[] }>`select says from talk_chats where id = ${chat}`.execute(db)).rows[0]?.says ?? []
  return {
    ...at,
    said,
    async hear(chat, event) {
      const before = (await said(chat.id)).length
      const context = await botContext(server.runtime)
      await transaction(async (tx) => {
        await sql`insert into talk_chats (id, chat) values (${chat.id}, ${JSON.stringify(chat)}::jsonb)
          on conflict do nothing`.execute(tx)
        const {
          rows: [row],
        } = await sql<{ is_bot: boolean }>`select is_bot from talk_chats where id = ${chat.id} for update`.execute(tx)
        if (!row?.is_bot) return
        const turn = await answerByBot(tx, {
          chat,
          event: typeof event === 'string' ? { type: 'text', text: event } : event,
          context,
        })
        const words = turn.says.map(
          ({ text, buttons }) => text + (buttons ? ` <${buttons.map(({ title }) => title).join('|')}>` : ''),
        )
        await sql`update talk_chats set says = says || ${JSON.stringify(words)}::jsonb,
          is_bot = ${turn.effects.length === 0} where id = ${chat.id}`.execute(tx)
      })
      // What was queued is said when it is done.
      await expect
        .poll(
          async () =>
            Number(
              (
                await sql<{
                  n: number
                }>`select count(*)::int as n from bot_sessions where id_chat = ${chat.id} and state = 'acting'`.execute(
                  db,
                )
              ).rows[0]?.n,
            ),
          { timeout: 20_000 },
        )
        .toBe(0)
      return (await said(chat.id)).slice(before)
    },
    async draw(name, first, steps) {
      const made = async (path: string, input: JsonObject): Promise<number> => {
        const { body, text } = await server.call('operator', 'POST', `${path}/create`, input)
        if (typeof body.id !== 'number') throw new Error(text)
        return body.id
      }
      const id = await made('bots', { name, trigger_channel: 'web' })
      const ids: { [name: string]: number } = {}
      const edges = ['id_bot_step_next', 'id_bot_step_positive', 'id_bot_step_default']
      const to = (target: unknown): number | null => (typeof target === 'string' ? (ids[target] ?? null) : null)
      // Jumps want a target when they are made, which is there by then.
      const order = Object.entries(steps).sort(([, a], [, b]) => Number(a.type === '2') - Number(b.type === '2'))
      for (const [key, step] of order) {
        ids[key] = await made('bot_steps', {
          ...step,
          id_bot: id,
          name: key,
          ...Object.fromEntries(edges.map((edge) => [edge, step.type === '2' ? to(step[edge]) : null])),
          childs: [],
        })
      }
      for (const [key, step] of order) {
        const childs = ((step.childs ?? []) as JsonObject[]).map((child) => ({
          ...child,
          id_bot_step: to(child.id_bot_step),
        }))
        const { status, text } = await server.call('operator', 'POST', 'bot_steps/create', {
          id: ids[key] ?? 0,
          ...Object.fromEntries(edges.map((edge) => [edge, to(step[edge])])),
          childs,
        })
        if (status !== 200) throw new Error(text)
      }
      const { status, text } = await server.call('operator', 'POST', `bots/${id}/setStepFirst`, {
        id_bot_step: ids[first] ?? null,
      })
      if (status !== 200) throw new Error(text)
      return { id, steps: ids }
    },
  }
}

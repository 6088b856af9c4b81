import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { randomSource, runSeed } from '../random-source'
import { isFull } from '../share'
import { chatProvider, NUMBER, signedBy, textFrom, type ChatProvider } from './chat-provider'
import { openTown, type Town } from './races-fixture'

// Conversations by WhatsApp with three processes on one PostgreSQL, of which one is killed in the middle. CHATS=1000 is
// the whole of it.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const CHATS = Number(process.env['CHATS'] || (isFull ? 1000 : 60))
const SECRET = 'secreto-de-la-aplicacion'
/** What everybody writes; the bot keeps the second as a name and the third as a number. */
const SAID = ['10', '20', '30'] as const
/**
 * How long the provider takes to answer, so that a kill meets messages that have gone out and are not known to have.
 */
const SLOW_MS = 40
const TRIES = 60

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> => {
  const found = new Map<string, Item[]>()
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item])
  return found
}

interface Row {
  readonly id: number
  readonly contact: string
  readonly seq: number
  readonly type: string
  readonly message: string
  readonly state: string | null
  readonly reason: string | null
  readonly external_id: string | null
}
interface Step {
  readonly id_chat: number
  readonly session: number
  readonly turn: number
  readonly step: number
  readonly exit: string
  readonly input: string | null
}

if ('skipped' in postgres) {
  console.log(`skipped: chats of three processes: ${postgres.skipped}`)
  describe.skip(`chats of three processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('three processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let meta: ChatProvider
    let steps: { readonly [name: string]: number }
    const dice = randomSource(runSeed())
    const began = Math.floor(Date.now() / 1000) * 1000 - 60_000

    beforeAll(async () => {
      meta = await chatProvider(SLOW_MS)
      town = await openTown(postgres.url, 3)
      await town.put('settings', { key: 'whatsapp_url', value: JSON.stringify(meta.url) })
      const token = await town.operator()
      const post = async (path: string, input: JsonObject): Promise<number> => {
        const { status, body } = await town.ask(town.servers[0]!, 'POST', `admin/${path}`, token, input)
        expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
        return Number(body['id'])
      }
      const id_bot = await post('bots/create', { name: 'Pregunta', trigger_channel: 'whatsapp' })
      const step = (input: JsonObject): Promise<number> => post('bot_steps/create', { id_bot, ...input })
      const end = await step({ type: '1', message_type: '0', message_text: '{a} y {b}: {problem}' })
      const look = await step({ type: '8', action_type: 'where', id_bot_step_positive: end, id_bot_step_default: end })
      const second = await step({
        type: '4',
        message_text: '¿Cuántos?',
        validation_type: 'number',
        variable: 'b',
        id_bot_step_positive: look,
        id_bot_step_default: end,
      })
      const first = await step({ type: '5', message_text: '¿Quién?', variable: 'a', id_bot_step_next: second })
      await post(`bots/${id_bot}/setStepFirst`, { id_bot_step: first })
      await post(`bots/${id_bot}/publish`, {})
      // Secrets are entered by whoever has just confirmed their password.
      await town.query('update sessions set date_confirmed = now()')
      await post('chat_channels/create', {
        type: 'whatsapp',
        name: 'WhatsApp',
        key: 'wha',
        id_bot,
        phone_number_id: NUMBER,
        access_token: 'token',
        app_secret: SECRET,
        verify_token: 'verificame',
      })
      steps = { first, second, look, end }
    }, 120_000)
    afterAll(async () => {
      await town?.close()
      await meta?.close()
      await postgres.stop?.()
    })

    /** As the provider does: again and again to any server until one says that it has it. */
    async function deliver(from: string, n: number): Promise<void> {
      const body = textFrom(from, `wamid.${from}.${n}`, SAID[n]!, new Date(began + n * 1000))
      for (let tried = 0; tried < TRIES; tried++) {
        const server = town.servers[Math.floor(dice() * town.servers.length)]
        const reply =
          server &&
          (await fetch(new URL('/api/hooks/chats/wha', server.address), {
            method: 'POST',
            body,
            headers: { 'x-hub-signature-256': signedBy(SECRET, body) },
          }).then(
            async (answer) => {
              await answer.text()
              return answer.status
            },
            () => 0,
          ))
        if (reply === 200) return
        if (reply !== 0 && reply !== undefined) throw new Error(`the webhook was answered ${reply}`)
        await sleep(100)
      }
      throw new Error('nobody took the message')
    }

    /** Three messages, each told twice: half of the people in their order, the others in any. */
    async function person(nth: number): Promise<void> {
      const from = `519700${String(nth).padStart(5, '0')}`
      const told = [0, 0, 1, 1, 2, 2]
      if (nth % 2 === 1)
        return void (await Promise.all(
          told
            .toSorted(() => dice() - 0.5)
            .map(async (n) => {
              await sleep(dice() * 50)
              await deliver(from, n)
            }),
        ))
      for (const n of [0, 1, 2]) await Promise.all([deliver(from, n), deliver(from, n)])
    }

    test(`${CHATS} conversations at once, told twice and out of order, one process killed meanwhile: each message once, each session on one path, nothing said twice`, async () => {
      const began_ms = performance.now()
      const people = Promise.all(Array.from({ length: CHATS }, (_, nth) => person(nth)))
      const killed = (async () => {
        // In the middle of the sending.
        while (meta.calls.length < CHATS) await sleep(5)
        const [server] = town.servers.splice(0, 1)
        await server?.end('SIGKILL')
      })()
      await Promise.all([people, killed])
      const heard_ms = performance.now() - began_ms
      // What the killed one had taken is given up after seconds, rather than after a minute.
      await expect
        .poll(
          async () => {
            await town.query(
              "update chat_messages set date_next = now() where state = 'sending' and date_updated < now() - interval '3 s'",
            )
            await town.query(
              "update bot_actions set date_next = now() where state = 'queued' and tries > 0 and date_updated < now() - interval '3 s'",
            )
            const [waiting] = await town.query<{ n: number }>(
              "select (select count(*) from chat_messages where state in ('queued', 'sending'))::int + (select count(*) from bot_actions where state = 'queued')::int as n",
            )
            return waiting?.n
          },
          { timeout: 120_000, interval: 500 },
        )
        .toBe(0)
      const all_ms = performance.now() - began_ms

      const rows = await town.query<Row>(
        'select c.id::int as id, c.contact, m.seq::int as seq, m.type, m.message, m.state, m.reason, m.external_id from chat_messages m join chats c on c.id = m.id_chat order by c.id, m.seq',
      )
      const paths = await town.query<Step>(
        'select s.id_chat::int as id_chat, s.id::int as session, t.turn::int as turn, t.step::int as step, t.exit, t.input from bot_traces t join bot_sessions s on s.id = t.id_bot_session order by t.id',
      )
      const chats = grouped(rows, ({ contact }) => contact)
      expect(chats.size).toBe(CHATS)
      const at = grouped(meta.calls, ({ body }) => String(body['to']))
      let unsure = 0
      for (const [contact, messages] of chats) {
        expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1))
        const heard = messages.filter(({ type }) => type === 'in')
        expect(heard.map(({ message }) => message).toSorted()).toEqual([...SAID])
        // What a later message has overtaken is shown and not answered.
        const answered = heard
          .filter(({ message }, n) => heard.slice(0, n).every((before) => before.message < message))
          .map(({ message }) => message)
        const ends = `${answered[1]} y ${answered[2]}: `
        const out = messages.filter(({ type }) => type === 'out')
        const said = out.map(({ message }) => message)
        expect(said.slice(0, 2)).toEqual(['¿Quién?', '¿Cuántos?'].slice(0, answered.length))
        expect(said.slice(2).map((text) => text.startsWith(ends))).toEqual(answered.length === 3 ? [true] : [])
        // At the provider each came once, in its order; what the killed process may have sent is left to people.
        const got = (at.get(contact) ?? []).map(({ body }) => (body['text'] as JsonObject)['body'])
        expect(got).toEqual(said.filter((text) => got.includes(text)))
        for (const { message, state, reason } of out) {
          if (state === 'failed') {
            unsure += 1
            expect(reason).toBe('unsure')
          } else expect([state, got.includes(message)]).toEqual(['sent', true])
        }
        const path = paths.filter(({ id_chat }) => id_chat === messages[0]?.id)
        expect(new Set(path.map(({ session }) => session)).size).toBe(1)
        const { first, second, look, end } = steps
        const whole = [
          [0, first, 'wait'],
          [1, first, 'next'],
          [1, second, 'wait'],
          [2, second, 'positive'],
          [2, look, 'act:where'],
          [3, look, 'default'],
          [3, end, 'next'],
        ]
        expect(path.map(({ turn, step, exit }) => [turn, step, exit])).toEqual(
          whole.slice(0, [0, 1, 3, 7][answered.length]),
        )
      }
      expect(meta.calls.length).toBeGreaterThan(CHATS)
      console.log(
        `chats: ${CHATS} conversations, ${CHATS * 6} deliveries in ${(heard_ms / 1000).toFixed(1)} s, ${meta.calls.length} messages sent once in ${(all_ms / 1000).toFixed(1)} s; ${unsure} left to people after the kill`,
      )
    }, 600_000)
  })
}

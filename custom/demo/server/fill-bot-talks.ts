import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import { advance, type BotEvent, type Channel, type Flow, newSession, type Trace } from '../../bots/model'
import type { Moments } from '../model/moments'
import { MINUTE_MS } from '#engine/model'

/** What people once wrote to the bot of questions. */
const TALKS: readonly (readonly string[])[] = [
  ['Hola', 'Tarifas'],
  ['Buenas tardes', 'Objetos perdidos', 'Perdí mi mochila azul en el viaje de ayer'],
  ['Hola, una consulta', '2'],
  ['Buenos días', 'Conducir con nosotros'],
  ['Hola', 'quiero quejarme', 'del conductor', 'por favor'],
  ['Hola', 'tarifas', '1'],
  ['Buenas', 'Formas de pago'],
  ['Hola', 'Otra cosa'],
  ['Buenas noches', '3', 'Un paraguas negro, hoy a las ocho'],
  ['Hola'],
  ['Qué tal', 'Formas de pago', 'Otra cosa'],
  ['Hola', 'Tarifas', 'Conducir con nosotros'],
]
/** More than any of them had. */
const TURNS = 9

interface Bot {
  readonly id: number
  readonly id_version: number
  readonly flow: Flow
  readonly channel: Channel
}

/** Past conversations of a bot, with the paths that they took. */
export async function putBotTalks(
  writer: DemoWriter,
  moments: Moments,
  { id, id_version, flow, channel }: Bot,
): Promise<void> {
  const played = TALKS.map((said, n) => {
    const began = moments.clock(n - TALKS.length, (11 + (n % 9)) * 3600)
    let session = newSession()
    const lines: (Trace & { readonly turn: number; readonly date: string })[] = []
    for (const [turn, text] of said.entries()) {
      const date = new Date(began.getTime() + turn * MINUTE_MS).toISOString()
      const event: BotEvent = { type: 'text', text }
      const done = advance(flow, session, event, {
        now: date,
        zone: 'America/Lima',
        channel,
        numbers: { thousands_separator: ',', decimals_separator: '.' },
        say: (key) => key,
      })
      session = done.session
      lines.push(...done.trace.map((one) => ({ ...one, turn, date })))
      if (session.state === 'over' || session.state === 'human') break
    }
    return { session, lines, date: began.toISOString() }
  })
  const ids = await writer.insert('bot_sessions', played.length, (n) => {
    const { session, date } = played[n] ?? { session: newSession(), date: null }
    return {
      id_bot: id,
      id_bot_version: id_version,
      channel,
      state: session.state === 'human' ? 'human' : 'over',
      step: session.step,
      memory: { session, turn: TURNS } as unknown as JsonObject,
      date_created: date,
    }
  })
  const lines = played.flatMap(({ lines: own }, n) => own.map((line) => ({ ...line, id_bot_session: ids[n] ?? 0 })))
  await writer.insert('bot_traces', lines.length, (n) => {
    const {
      id_bot_session,
      turn,
      step,
      exit,
      input = null,
      note = null,
      date,
    } = lines[n] ?? { id_bot_session: 0, turn: 0, step: 0, exit: '', date: null }
    return { id_bot_session, id_bot: id, turn, step, exit, input, note, date_created: date }
  })
}

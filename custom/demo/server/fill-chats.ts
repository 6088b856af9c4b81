import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { MINUTE_MS } from '#engine/model'

type Line = readonly [who: 'in' | 'out' | 'bot' | 'note', text: string, more?: JsonObject]

interface DemoTalk {
  readonly channel: 'web' | 'whatsapp' | 'telegram'
  readonly name: string | null
  /** Of a client of the demo, by their place; else a number of nobody. */
  readonly client?: number
  readonly phone?: string
  readonly owned?: true
  /** Hours since, in place of minutes: by then WhatsApp takes templates alone. */
  readonly ago_h?: number
  readonly closed?: true
  readonly bot?: true
  readonly lines: readonly Line[]
}

const TALKS: readonly DemoTalk[] = [
  {
    channel: 'whatsapp',
    name: 'Carmen Rojas',
    client: 2,
    owned: true,
    lines: [
      ['in', 'Buenos días, necesito un taxi para mi mamá, tiene silla de ruedas'],
      ['out', 'Buenos días. Con gusto, ¿a qué hora y desde dónde?', { state: 'read' }],
      ['in', 'A las 4 pm, desde mi casa'],
      ['note', 'Pedir auto con maletera grande'],
      ['in', '', { place: [-12.1211, -77.0297] }],
      ['in', 'Esa es la dirección'],
    ],
  },
  {
    channel: 'whatsapp',
    name: 'Jorge Salas',
    client: 5,
    lines: [
      ['in', '¿Dónde está mi conductor?'],
      ['in', 'Ya pasaron 10 minutos'],
      ['in', '', { file: { kind: 'image', id: 'demo-1', name: 'esquina.jpg', mime: 'image/jpeg', size: 184_320 } }],
    ],
  },
  {
    channel: 'telegram',
    name: 'Lucía Paredes',
    lines: [
      ['in', 'Hola, ¿atienden al aeropuerto de madrugada?'],
      ['out', 'Hola Lucía. Sí, a toda hora. Conviene reservar con 30 minutos.', { state: 'sent' }],
      ['in', 'Perfecto, reservo para mañana 3:30 am'],
    ],
  },
  {
    channel: 'whatsapp',
    name: 'Pedro Quiroz',
    phone: '+51955001122',
    ago_h: 30,
    lines: [
      ['in', 'Olvidé mi mochila en el auto'],
      ['out', 'Lo revisamos con el conductor y le avisamos.', { state: 'failed', reason: 'undeliverable' }],
    ],
  },
  {
    channel: 'web',
    name: null,
    bot: true,
    lines: [
      ['in', 'Hola'],
      [
        'bot',
        '¡Hola! ¿En qué le ayudamos?',
        {
          state: 'delivered',
          buttons: {
            items: [
              { id: 'demo-1', title: 'Reservar un viaje' },
              { id: 'demo-2', title: 'Hablar con una persona' },
            ],
            list: null,
          },
        },
      ],
    ],
  },
  {
    channel: 'whatsapp',
    name: 'Rosa Medina',
    client: 8,
    closed: true,
    lines: [
      ['in', '¿Aceptan tarjeta?'],
      ['out', 'Sí, y también efectivo o cargo a la empresa.', { state: 'read' }],
      ['in', 'Gracias'],
    ],
  },
]

const ANSWERS: readonly (readonly [name: string, text: string])[] = [
  ['saludo', 'Hola {{name}}, le saluda {{agent}} de {{brand}}. ¿En qué le ayudo?'],
  ['un momento', 'Un momento por favor, lo reviso.'],
  ['conductor en camino', 'Su conductor ya va en camino, {{name}}. Le avisamos cuando llegue.'],
  ['objeto olvidado', 'Lo consultamos con el conductor y le escribimos al {{phone}}.'],
  ['despedida', 'Gracias por escribir a {{brand}}. ¡Buen viaje!'],
]

const TEMPLATES: readonly (readonly [name: string, body: string])[] = [
  ['objeto_encontrado', 'Hola {{1}}, encontramos su {{2}}. Escríbanos para coordinar la entrega.'],
  ['conductor_en_camino', 'Hola {{1}}, su conductor llega a las {{2}}.'],
  ['seguimos_atentos', 'Seguimos atentos a su consulta. Responda este mensaje y le atendemos.'],
]

const BETWEEN_MIN = 2

interface Chatted {
  readonly operator: number
  readonly clients: readonly number[]
}

/**
 * Channels, what people wrote by them today, and canned answers. The chat page answers whoever opens it; WhatsApp and
 * Telegram wait for keys.
 */
export async function putDemoChats(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  { operator, clients }: Chatted,
): Promise<void> {
  const opened = moments.clock(-20, 9 * 3600).toISOString()
  // Whoever opens the chat page talks to the bot that books.
  const bot = await tables(database.db)
    .selectFrom('bots')
    .where('trigger_channel', '=', 'web')
    .where('published', 'is not', null)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const channels = await insertAll(writer, 'chat_channels', [
    {
      type: 'web',
      id_bot: bot?.id ?? null,
      name: 'Página web',
      key: 'hola',
      greeting: 'Escríbanos para pedir un viaje o resolver una duda.',
      on_tracking: 1,
      state: '1',
      date_created: opened,
    },
    {
      type: 'whatsapp',
      name: 'WhatsApp',
      key: 'whatsapp',
      phone_number_id: '106540352242922',
      state: '1',
      date_created: opened,
    },
    { type: 'telegram', name: 'Telegram', key: 'telegram', state: '1', date_created: opened },
  ])
  await insertAll(
    writer,
    'chat_templates',
    TEMPLATES.map(([name, body]) => ({
      id_channel: channels[1] ?? 0,
      name,
      language: 'es',
      body,
      state: '1',
      date_created: opened,
    })),
  )
  await insertAll(
    writer,
    'canned_answers',
    ANSWERS.map(([name, text]) => ({ name, text, state: '1', date_created: opened })),
  )
  const phones = await tables(database.db)
    .selectFrom('users')
    .where('id', 'in', clients.length > 0 ? [...clients] : [0])
    .select(['id', 'phone', 'name', 'surname'])
    .execute()
  const byId = new Map(phones.map((row) => [row.id, row]))
  for (const [n, talk] of TALKS.entries()) {
    const id_channel = channels[['web', 'whatsapp', 'telegram'].indexOf(talk.channel)] ?? 0
    const client = talk.client === undefined ? undefined : byId.get(clients[talk.client] ?? 0)
    const from_ms = moments.now.getTime() - (talk.ago_h === undefined ? (n + 1) * 20 : talk.ago_h * 60) * MINUTE_MS
    const at = (line: number): string => new Date(from_ms + line * BETWEEN_MIN * MINUTE_MS).toISOString()
    const said = talk.lines.filter(([who]) => who !== 'note')
    const [who = 'in', text = ''] = said.at(-1) ?? []
    const last = at(talk.lines.length - 1)
    const phone = client?.phone ?? talk.phone ?? null
    const [id_chat = 0] = await insertAll(writer, 'chats', [
      {
        id_channel,
        contact: phone?.replace(/\D/g, '') ?? `demo-${n}`,
        phone,
        id_client: client?.id ?? null,
        name: client ? [client.name, client.surname].filter(Boolean).join(' ') : talk.name,
        id_user: talk.owned ? operator : null,
        date_owned: talk.owned ? at(1) : null,
        state: talk.closed ? '0' : '1',
        bot: talk.bot ? 1 : 0,
        seq: talk.lines.length,
        last_text: text,
        last_type: who === 'in' ? 'in' : 'out',
        date_last: last,
        date_inbound: at(talk.lines.findLastIndex(([one]) => one === 'in')),
        date_closed: talk.closed ? last : null,
        date_created: at(0),
      },
    ])
    await insertAll(
      writer,
      'chat_messages',
      talk.lines.map(([by, message, { place, ...more } = {}], line) => ({
        id_chat,
        id_channel,
        seq: line + 1,
        type: by === 'bot' ? 'out' : by,
        message,
        by_bot: by === 'bot' ? 1 : 0,
        id_user: by === 'out' || by === 'note' ? operator : null,
        date_created: at(line),
        ...(Array.isArray(place) && { point: { lat: Number(place[0]), lng: Number(place[1]) } }),
        ...more,
      })),
    )
  }
}

const insertAll = (writer: DemoWriter, entity: string, rows: readonly JsonObject[]): Promise<number[]> =>
  writer.insert(entity, rows.length, (index) => rows[index] ?? {})

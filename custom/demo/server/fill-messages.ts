import type { JsonObject } from '#engine/model'
import { tables } from '#app/tables'
import type { Database, DemoWriter } from '#engine/server'
import { HOUR_MS } from '#engine/model'

interface DemoMessages {
  /** When the first was sent; each next one an hour later. */
  readonly date: Date
  readonly staff: readonly number[]
  readonly drivers: readonly number[]
  readonly clients: readonly number[]
}

const MESSAGES: readonly (readonly [type: string, name: string, body: string])[] = [
  ['2', 'Documentos por vencer', 'Tiene un documento por vencer. Acérquese a la oficina o envíelo por la aplicación.'],
  ['2', 'Zona de alta demanda', 'Hay muchos pedidos en su zona: conéctese y gane más.'],
  ['3', 'Conductor en camino', 'Su conductor ya salió a recogerle.'],
  ['3', 'Objeto olvidado', 'Encontramos un objeto en el vehículo de su último servicio. Escríbanos para devolvérselo.'],
]

/** Messages at hand, and notifications in each of their states: to one person and to many. */
export async function putDemoMessages(
  database: Database,
  writer: DemoWriter,
  { date, staff, drivers, clients }: DemoMessages,
): Promise<void> {
  const named = await tables(database.db).selectFrom('users').select(['id', 'name', 'surname']).execute()
  const names = new Map(named.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(' ')]))
  const ranks = new Map<string, number>()
  await writer.insert('messages', MESSAGES.length, (at) => {
    const [type = '2', name = '', body = ''] = MESSAGES[at] ?? []
    ranks.set(type, (ranks.get(type) ?? 0) + 1)
    return { type, name, body, rank: ranks.get(type) ?? 1, date_created: date.toISOString() }
  })
  const sent: readonly (readonly [message: JsonObject, people: readonly number[], states: readonly string[]])[] = [
    [
      {
        to_kind: 'filter',
        to_type: '2',
        subject: 'Mantenimiento esta noche',
        body: 'La aplicación se actualiza hoy de 2 a 3 de la mañana. Termine sus servicios antes.',
        state: '2',
      },
      drivers.slice(0, 20),
      ['3', '2', '3', '2', '2'],
    ],
    [
      {
        to_kind: 'people',
        subject: 'Su objeto está en la oficina',
        body: 'Encontramos su paraguas en el vehículo. Le esperamos de 9 a 18 h.',
        by_email: 1,
        state: '3',
      },
      clients.slice(0, 1),
      ['3'],
    ],
    [
      {
        to_kind: 'people',
        subject: 'Revise el servicio',
        body: 'El cliente pidió cambiar la hora de recojo.',
        action_type: 'service_process',
        action_data: '1',
        action_name: 'Ver el servicio',
        state: '2',
      },
      staff.slice(0, 1),
      ['2'],
    ],
    [
      {
        to_kind: 'filter',
        to_type: '1',
        subject: 'Reunión del viernes',
        body: 'Nos vemos a las 17 h en la sala grande.',
        state: '2',
      },
      staff,
      ['3', '2'],
    ],
    [
      {
        to_kind: 'people',
        body: 'Gracias por su paciencia de ayer: su próximo servicio tiene 20 % de descuento.',
        state: '1',
      },
      clients.slice(1, 2),
      ['1'],
    ],
  ]
  for (const [at, [message, people, states]] of sent.entries()) {
    if (people.length === 0) continue
    const date_created = new Date(date.getTime() + at * HOUR_MS).toISOString()
    const [id = 0] = await writer.insert('announcements', 1, () => ({
      by_bell: 1,
      by_push: 1,
      by_email: 0,
      ...message,
      num_users: people.length,
      grouped: people.length > 1 ? 1 : 0,
      id_user: people.length === 1 ? (people[0] ?? null) : null,
      ...(message['to_kind'] === 'people' && { users: [...people] }),
      date_created,
    }))
    await writer.insert('announcement_people', people.length, (index) => ({
      id_announcement: id,
      id_user: people[index] ?? 0,
      state: states[index % states.length] ?? '2',
      date_created,
    }))
    await writer.insert('deliveries', people.length, (index) => ({
      status: states[index % states.length] === '1' ? '1' : '3',
      channel: 'notice',
      event: 'created',
      entity: 'announcements',
      resource: 'notifications',
      id_target: String(id),
      title: String(message['subject'] ?? message['body']).slice(0, 80),
      effect: 'notifications.sent',
      key: `notifications.sent/${id}/notice/${people[index] ?? 0}`,
      recipient: names.get(people[index] ?? 0) ?? '',
      id_user: people[index] ?? 0,
      subject: message['subject'] ?? null,
      body: message['body'] ?? '',
      attempts: 1,
      date_sent: date_created,
      date_created,
    }))
  }
}

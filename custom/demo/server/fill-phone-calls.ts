import { tables } from '#app/tables'
import type { Database, DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'

/** A call of today: minutes ago, which client (none: a number of nobody), how long it rang and was talked. */
interface DemoCall {
  readonly ago_min: number
  readonly client?: number
  readonly rings_s: number
  readonly talks_s?: number
}

const LAST: DemoCall = { ago_min: 12, client: 9, rings_s: 5, talks_s: 58 }
const CALLS: readonly DemoCall[] = [
  { ago_min: 190, client: 3, rings_s: 6, talks_s: 71 },
  { ago_min: 171, rings_s: 9, talks_s: 40 },
  { ago_min: 150, client: 7, rings_s: 34 },
  { ago_min: 148, client: 7, rings_s: 5, talks_s: 88 },
  { ago_min: 117, client: 11, rings_s: 8, talks_s: 55 },
  { ago_min: 93, rings_s: 41 },
  { ago_min: 76, client: 2, rings_s: 4, talks_s: 63 },
  { ago_min: 52, client: 14, rings_s: 7, talks_s: 112 },
  { ago_min: 31, client: 5, rings_s: 12, talks_s: 47 },
  LAST,
]

/**
 * A telephone system that is tried from its list, without a token so that nobody else rings by it, and who rang today.
 */
export async function putDemoPhoneCalls(
  database: Database,
  writer: DemoWriter,
  { now }: Moments,
  { operator, clients }: { readonly operator: number; readonly clients: readonly number[] },
): Promise<void> {
  const at = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
  const [system = 0] = await writer.insert('phone_systems', 1, () => ({
    type: 'generic',
    name: 'Central de prueba',
    key: 'central',
    state: '1',
    date_heard: at(LAST.ago_min * 60),
    date_created: at(20 * 86_400),
  }))
  const people = await tables(database.db)
    .selectFrom('users')
    .where('id', 'in', clients.length > 0 ? [...clients] : [0])
    .select(['id', 'phone'])
    .execute()
  const phones = new Map(people.map(({ id, phone }) => [id, phone]))
  await writer.insert('phone_calls', CALLS.length, (index) => {
    const { ago_min, client, rings_s, talks_s } = CALLS[index] ?? LAST
    const id_client = client === undefined ? null : (clients[client] ?? null)
    const from_s = ago_min * 60
    const answered = talks_s === undefined ? null : at(from_s - rings_s)
    return {
      id_phone_system: system,
      call_key: `demo-${index + 1}`,
      phone: (id_client && phones.get(id_client)) || `01445${String(2210 + index * 37)}`,
      id_client,
      state: talks_s === undefined ? 'missed' : 'ended',
      id_user: talks_s === undefined ? null : operator,
      extension: talks_s === undefined ? null : '101',
      date_answered: answered,
      date_ended: at(from_s - rings_s - (talks_s ?? 0)),
      date_created: at(from_s),
    }
  })
}

import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { randomInteger, pick, pickWeighted, randomFrom } from '../model/random'

const SEED = 24_112_026
const DAYS = 60
/** US$ of a question, by its kind. */
const PRICES: { readonly [type: string]: number } = {
  autocomplete: 0.00283,
  place: 0.005,
  geocode: 0.005,
  route: 0.005,
  matrix: 0.005,
}
/** How often each kind is asked by whom: rows of kind, platform, type of person, questions a day. */
const ASKED: readonly (readonly [type: string, platform: string, type_user: string, daily: number])[] = [
  ['autocomplete', 'web', '1', 46],
  ['autocomplete', 'android', '3', 31],
  ['autocomplete', 'ios', '3', 14],
  ['autocomplete', 'widget', '0', 9],
  ['autocomplete', 'web', '5', 12],
  ['place', 'web', '1', 17],
  ['place', 'android', '3', 11],
  ['geocode', 'android', '2', 22],
  ['geocode', 'web', '1', 8],
  ['route', 'web', '1', 33],
  ['route', 'api', '0', 21],
  ['route', 'android', '2', 15],
  ['matrix', 'api', '0', 12],
]
const ERRORS: readonly (readonly [code: string, data: JsonObject])[] = [
  ['limited', { status: 429, message: 'You have exceeded your rate-limit for this API.' }],
  ['down', { status: 503, message: null }],
  ['slow', { wait_ms: 4000 }],
  ['refused', { status: 400, message: 'Invalid request. Missing the origin.' }],
  ['denied', { status: 403, message: 'The provided API key is expired.' }],
]

/**
 * Two months of what map services were asked, by keys that are paused: the demo asks nobody outside. Their errors, and
 * alerts of drivers that were attended.
 * @param drivers those with a car
 */
export async function putDemoUsage(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  {
    operator,
    drivers,
  }: { readonly operator: number; readonly drivers: readonly { readonly id: number; readonly id_vehicle: number }[] },
): Promise<void> {
  const random = randomFrom(SEED)
  const opened = moments.clock(-DAYS, 9 * 3600).toISOString()
  const keys = [
    { provider: 'nominatim', url: 'https://nominatim.demo.test', month_limit: null, share: 0.35 },
    { provider: 'osrm', url: 'https://osrm.demo.test', month_limit: 40, share: 0.65 },
  ]
  const ids = await writer.insert('map_keys', keys.length, (index) => {
    const { provider = '', url = '', month_limit = null } = keys[index] ?? {}
    return {
      provider,
      url,
      month_limit,
      state: '0',
      notes: 'De muestra, en pausa: la demostración no consulta servicios ajenos.',
      date_created: opened,
    }
  })
  const uses: JsonObject[] = []
  const errors: JsonObject[] = []
  for (let day = -DAYS; day <= 0; day += 1) {
    const at = moments.clock(day, 18 * 3600)
    const isSunday = at.getUTCDay() === 0
    for (const [type, platform, type_user, daily] of ASKED) {
      const [way, place] = [ids[1] ?? 0, ids[0] ?? 0]
      const id_map_key = type === 'route' || type === 'matrix' ? way : place
      const asked = Math.round(
        daily * (0.6 + (0.4 * (DAYS + day)) / DAYS) * (isSunday ? 0.5 : 1) * (0.75 + 0.5 * random()),
      )
      const failed = random() < 0.25 ? randomInteger(random, 1, 3) : 0
      const row = {
        id_map_key,
        day: moments.date(random, day, day),
        type,
        platform,
        type_user,
        date_created: at.toISOString(),
      }
      uses.push({ ...row, state: 'ok', uses: asked, cost: Math.round(asked * (PRICES[type] ?? 0) * 1e6) / 1e6 })
      if (failed > 0) uses.push({ ...row, state: 'error', uses: failed, cost: 0 })
      for (let n = 0; n < failed; n += 1) {
        const [code, data] = pickWeighted(
          random,
          ERRORS.map((error, index) => [error, ERRORS.length - index] as const),
        )
        const date =
          day === 0
            ? moments.secondsAgo(random, 600, 7200)
            : moments.clock(day, randomInteger(random, 6 * 3600, 22 * 3600)).toISOString()
        errors.push({ id_map_key, type, platform, type_user, code, data, date_created: date })
      }
    }
  }
  errors.sort((a, b) => (String(a.date_created) < String(b.date_created) ? -1 : 1))
  await writer.insert('map_key_uses', uses.length, (index) => uses[index] ?? {})
  await writer.insert('map_key_errors', errors.length, (index) => errors[index] ?? {})
  await putPanics(writer, moments, operator, drivers)
  const month = moments.clock(0, 0).toISOString().slice(0, 7)
  for (const id of ids) {
    const cost = uses
      .filter((row) => row.id_map_key === id && String(row.day).startsWith(month))
      .reduce((sum, row) => sum + Number(row.cost), 0)
    await tables(database.db)
      .updateTable('map_keys')
      .set({ cost: String(Math.round(cost * 1e6) / 1e6), cost_month: month })
      .where('id', '=', id)
      .execute()
  }
}

const PANICS = 9
const NOTES = [
  'Falsa alarma.',
  'Pasajero agresivo, llegó la policía.',
  'Choque leve, sin heridos.',
  'Se quedó sin batería en la vía.',
] as const

async function putPanics(
  writer: DemoWriter,
  moments: Moments,
  operator: number,
  drivers: readonly { readonly id: number; readonly id_vehicle: number }[],
): Promise<void> {
  const random = randomFrom(SEED + 1)
  await writer.insert('panics', drivers.length > 0 ? PANICS : 0, (index) => {
    const at = moments.clock(-DAYS + 5 + index * 6, randomInteger(random, 6 * 3600, 23 * 3600))
    const { id, id_vehicle } = pick(random, drivers)
    return {
      id_driver: id,
      id_vehicle,
      state: 'attended',
      id_user: operator,
      notes: pick(random, NOTES),
      point: { lat: -12.05 - random() * 0.09, lng: -77 - random() * 0.08 },
      date_created: at.toISOString(),
      date_attended: new Date(at.getTime() + randomInteger(random, 20, 400) * 1000).toISOString(),
    }
  })
}

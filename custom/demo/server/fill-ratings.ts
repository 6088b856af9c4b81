import { living } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { iso, type Database, type DemoWriter } from '#engine/server'
import { randomInteger, pickWeighted, type Random } from '../model/random'
import { MINUTE_MS } from '#engine/model'

const DAY_MIN = 24 * 60
/** Of the rides of the last days, how many of a hundred were rated, and of those with what. */
const RATED_OF_100 = 45
const MAX_RATED = 120
const RATINGS: readonly (readonly [readonly [stars: number, comment: string | null], weight: number])[] = [
  [[5, null], 42],
  [[5, 'Muy amable y puntual.'], 9],
  [[5, 'Auto limpio, manejó con cuidado.'], 6],
  [[4, null], 18],
  [[4, 'Todo bien, demoró un poco en llegar.'], 6],
  [[3, null], 6],
  [[3, 'Tomó una ruta más larga.'], 4],
  [[2, 'No tenía el aire encendido y no quiso ponerlo.'], 3],
  [[1, 'Llegó veinte minutos tarde.'], 2],
]

interface DemoClaim {
  readonly kind: 'complaint' | 'lost_item'
  readonly text: string
  /** Somebody has it. */
  readonly promised?: string
  readonly answer?: string
}

/** What clients asked after their rides, the newest last; the ones without an answer wait for it. */
const CLAIMS: readonly DemoClaim[] = [
  {
    kind: 'complaint',
    text: 'Me cobraron un peaje que no pasamos.',
    answer: 'Revisamos el recorrido: el peaje no correspondía y ya se lo devolvimos.',
  },
  {
    kind: 'lost_item',
    text: 'Dejé un paraguas azul en el asiento de atrás.',
    answer: 'El conductor lo tiene. Puede recogerlo hoy en nuestra oficina, hasta las 18:00.',
  },
  {
    kind: 'complaint',
    text: 'El conductor habló por teléfono casi todo el viaje.',
    answer: 'Le pedimos disculpas. Ya hablamos con el conductor.',
  },
  { kind: 'lost_item', text: 'Se me quedó el cargador de la laptop.', promised: 'Llamar al conductor y avisarle hoy.' },
  { kind: 'complaint', text: 'El auto no era el que decía la aplicación.' },
]

/** The newest rides ended too lately for an answer to have come. */
const TOO_NEW = 10

/** How clients rated the rides of the last days, and what some of them claimed afterwards. */
export async function putDemoRatings(
  { db }: Database,
  writer: DemoWriter,
  random: Random,
  operator: number,
): Promise<void> {
  const rides = await living(db, 'services')
    .where('state', '=', 'finalized')
    .where('id_client', 'is not', null)
    .where('id_driver', 'is not', null)
    .select(['id', 'id_client', 'id_driver', 'id_vehicle', iso('date_finalized').$notNull().as('ended')])
    .orderBy('id', 'desc')
    .limit(MAX_RATED * 2)
    .execute()
  const after = (date: string, minutes: number): string =>
    new Date(Date.parse(date) + minutes * MINUTE_MS).toISOString()
  const rated = rides
    .toReversed()
    .filter(() => randomInteger(random, 1, 100) <= RATED_OF_100)
    .slice(-MAX_RATED)
  await writer.insert('service_ratings', rated.length, (at): JsonObject => {
    const ride = rated[at]
    if (!ride) return {}
    const [stars, comment] = pickWeighted(random, RATINGS)
    return {
      id_service: ride.id,
      id_client: ride.id_client,
      id_driver: ride.id_driver,
      stars,
      comment,
      by_link: randomInteger(random, 1, 100) <= 15 ? 1 : 0,
      date_created: after(ride.ended, randomInteger(random, 1, 9)),
    }
  })
  const claimed = rides.slice(TOO_NEW, TOO_NEW + CLAIMS.length).toReversed()
  await writer.insert('service_claims', claimed.length, (at): JsonObject => {
    const [ride, claim] = [claimed[at], CLAIMS[at]]
    if (!ride || !claim) return {}
    const date_created = after(ride.ended, 11)
    const { promised = null, answer } = claim
    const state = answer !== undefined ? 'answered' : promised !== null ? 'taken' : 'open'
    const answered: JsonObject =
      answer === undefined ? {} : { answer, id_user: operator, date_answered: after(date_created, 25) }
    return {
      kind: claim.kind,
      text: claim.text,
      promised,
      state,
      id_owner: state === 'open' ? null : operator,
      id_service: ride.id,
      id_client: ride.id_client,
      id_driver: ride.id_driver,
      id_vehicle: ride.id_vehicle,
      date_ride: ride.ended,
      date_created,
      date_deadline: after(date_created, DAY_MIN),
      ...answered,
    }
  })
}

import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { BY_SYSTEM } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { createOffer } from '../offers/create-offer'
import { lockService } from '../offers/lock-service'
import type { DispatchContext } from './dispatch-context'
import { findCandidates, type Candidates } from './find-candidates'
import { searchedService } from './searched-service'
import { waitsUntil } from './start-wait'

/** What one step of a search came to: a driver is asked, none remains, or there was nothing (any more) to do. */
type SearchStep = 'asked' | 'none' | 'nothing'

/**
 * Takes the next step of a service's search: asks the first driver who can be asked, else lets it wait for an operator.
 * It knows only what the rows say and checks them again before every write, so one driver is asked at a time, whoever
 * runs it and however often.
 */
export async function searchDriver(context: DispatchContext, id: number): Promise<SearchStep> {
  const { db, now, places, settings } = context
  const service = await searchedService(db, id, settings, now())
  if (!service || !isSearched(service)) return 'nothing'
  if (service.state === 'requested' && (await askedSoFar(context, id)) >= settings.most_offers)
    return exhaust(context, id)
  const candidates = await findCandidates({ db, places, service, now: now(), everybody: false })
  for (const candidate of candidates) {
    if (candidate.rank === null) break
    const step = await context.transaction((tx) => ask(tx, context, id, candidate, candidates))
    if (step) return step
  }
  return service.state === 'requested' ? exhaust(context, id) : 'none'
}

/** On air, or its operator waits for any driver. */
const isSearched = ({ state, keep_searching }: { readonly state: string; readonly keep_searching: boolean }): boolean =>
  state === 'requested' || (state === 'unassigned' && keep_searching)

/** @returns null: this driver is no longer free, try the next one */
async function ask(
  tx: Tx,
  context: DispatchContext,
  id: number,
  { facts, rank, why }: Candidates[number],
  all: Candidates,
): Promise<SearchStep | null> {
  const now = context.now()
  const service = await lockService(tx, id)
  if (!isSearched(service) || (await isAsking(tx, id))) return 'nothing'
  const made = await createOffer(tx, {
    id_service: id,
    id_driver: facts.id_driver,
    id_vehicle: facts.id_vehicle,
    manual: false,
    id_user: null,
    distance: facts.distance_m ?? facts.straight_m,
    duration: facts.duration_s,
    why: {
      reason: why,
      rank,
      idle_s: Math.round(facts.idle_s),
      ...zoneOf(facts.zone, context.settings.rank_refusal_end),
      passed_over: passedOverOf(all),
    },
    now,
    time_request_s: context.settings.time_request_s,
  })
  if ('obstacle' in made) return null
  if (service.state === 'unassigned') await moveService(tx, { id, move: 'request', by: BY_SYSTEM, now })
  return 'asked'
}

/** Whose turn it was where: a refusal costs that place, if the settings said so then. */
const zoneOf = (zone: Candidates[number]['facts']['zone'], to_end: boolean): JsonObject =>
  zone ? { zone: zone.name, id_zone: zone.id, to_end } : {}

/** Who was passed over and why: kept with the offer, as it cannot be found out later. */
const passedOverOf = (all: Candidates): JsonObject[] =>
  all
    .filter(({ rank }) => rank === null)
    .slice(0, 10)
    .map(({ facts, why }) => ({ id_vehicle: facts.id_vehicle, reason: why }))

async function exhaust(context: DispatchContext, id: number): Promise<SearchStep> {
  return context.transaction(async (tx) => {
    const { state, keep_searching } = await lockService(tx, id)
    if (state !== 'requested' || (await isAsking(tx, id))) return 'nothing'
    const now = context.now()
    // One that somebody waits for already waits no longer than they chose.
    const waits = context.settings.wait_by_itself && !keep_searching
    await moveService(tx, {
      id,
      move: 'exhaust',
      by: BY_SYSTEM,
      now,
      ...(waits ? { also: waitsUntil(now, context.settings) } : {}),
    })
    return 'none'
  })
}

async function isAsking(tx: Tx, id: number): Promise<boolean> {
  return (
    (await tables(tx)
      .selectFrom('service_offers')
      .where('id_service', '=', id)
      .where('state', '=', 'pending')
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

/** Drivers asked since it went on air. */
async function askedSoFar({ db }: DispatchContext, id: number): Promise<number> {
  const rows = await tables(db)
    .selectFrom('service_offers as o')
    .innerJoin('services as s', 's.id', 'o.id_service')
    .where('s.id', '=', id)
    .whereRef('o.date_created', '>=', 's.date_requested')
    .select('o.id')
    .execute()
  return rows.length
}

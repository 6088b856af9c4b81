import { sql } from 'kysely'
import { searchWords, serveCall, stateObjects } from '#engine/server'
import { costOfMove } from '../model/plan/cost-of-move'
import { bestPlace } from '../model/plan/best-place'
import { evaluatePlan } from '../model/plan/evaluate'
import { infoCall, listServicesCall, servicesCall, groupingStatesCall, typesCall } from '../model/grouping-calls'
import { planOfOrder } from '../model/problem-wire'
import { serviceScope } from '../../services/server'
import { AROUND_H, bookedSpan } from './change/near-in-time'
import { mayJoin } from './change/ride-changes'
import { readGrouping } from './read/read-grouping'
import { readRides, rideOnWire } from './read/read-rides'
import { orderOfScene } from './route/orders'
import { groupingProblem, readScene, routeOf } from './route/read-route'

const states = serveCall(groupingStatesCall, async ({ model, say }) => ({
  items: [...stateObjects({ model, say }, 'groupings').values()],
}))
const types = serveCall(typesCall, async ({ model, say }) => ({
  items: [...stateObjects({ model, say }, 'groupings', 'type').values()],
}))
const info = serveCall(infoCall, async (context, { id }) => ({ item: await readGrouping(context, context.db, id) }))
const services = serveCall(servicesCall, (context, { id }) => routeOf(context, id))

/** Rides that are looked at: each is tried at every place of the route. */
const MAX_TRIED = 60

const listServices = serveCall(listServicesCall, async (context, { id, q = '' }) => {
  const scene = await readScene(context, context.db, id)
  const { item } = scene
  const text = searchWords(q).reduce(
    (all, word) => sql<boolean>`${all}
    and position(tr_fold(${word}) in tr_fold(concat_ws(' ', s.id::text, cl.name, cl.surname, s.invited_name,
      s.org_address, s.dst_address))) > 0`,
    sql<boolean>`true`,
  )
  const span = bookedSpan(scene.rides)
  const near = !span
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(s.date_scheduled, s.date_created) between ${span.first}::timestamptz
      - make_interval(hours => ${AROUND_H}) and ${span.last}::timestamptz + make_interval(hours => ${AROUND_H})`
  const rides = await readRides(
    context,
    context.db,
    sql<boolean>`${mayJoin(item)} and ${serviceScope(context, 's')} and ${near} and ${text}`,
    MAX_TRIED,
  )
  const problem = item.can_edit ? await groupingProblem(context, scene, rides) : null
  if (!problem)
    return {
      item,
      items: rides.map((ride) => ({ ...rideOnWire(ride), added: null })),
      total: rides.length,
      source: null,
    }
  const plan = planOfOrder(
    problem,
    orderOfScene(
      { ...problem, stops: problem.stops.filter(({ service }) => scene.rides.some((ride) => ride.id === service)) },
      scene,
    ),
  )
  const before = evaluatePlan(problem, plan)
  const items = rides.map((ride) => {
    const move = bestPlace(problem, { ...plan, left: [ride.id] }, { service: ride.id })
    if (!move) return { ...rideOnWire(ride), added: null }
    const { drive_s, metres, cost, late_s, broken } = costOfMove(problem, plan, move, before)
    const round = Math.round
    return {
      ...rideOnWire(ride),
      added: {
        drive_s: round(drive_s),
        metres: round(metres),
        cost: round(cost),
        late_s: round(late_s),
        broken: broken.map(({ kind, service, by }) => ({ kind, id_service: service, by: round(by) })),
        fits: broken.length === 0,
      },
    }
  })
  const rank = ({ added }: (typeof items)[number]): number =>
    added === null ? 2e12 : (added.fits ? 0 : 1e12) + added.cost
  return { item, items: items.sort((a, b) => rank(a) - rank(b)), total: items.length, source: problem.matrix.source }
})

export const readGroupingCalls = [states, types, info, services, listServices]

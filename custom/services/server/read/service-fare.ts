import { isStaff } from '#app/asker'
import type { Static } from 'typebox'
import type { CallContext } from '#engine/server'
import { readFare } from '../../../fares/server'
import { type FareLine, type LineKind, toUnits, wireLine } from '../../../fares/model'
import type { DispatcherService, DispatcherStop } from '../../model/dispatcher-service'
import type { ServiceFare } from '../../model/info-call'
import { toldFare } from './told-fare'

type Fare = Static<typeof ServiceFare>

/** The fare of a service line by line, for staff alone (spec 1 §6); null: it has none, or somebody else asks. */
export async function serviceFare(
  { actor, db }: Pick<CallContext, 'actor' | 'db'>,
  service: DispatcherService,
): Promise<Fare | null> {
  const { id_fare, id_tarif } = service
  const stored = id_fare === null || !isStaff(actor) ? null : await readFare(db, id_fare)
  const told = stored && toldFare(service, stored)
  return told && { id_tarif, ...told, lines: told.lines.map(wireLine) }
}

const OF_A_STOP: { readonly [column: string]: readonly LineKind[] } = {
  price_wait: ['wait'],
  price_parking: ['parking'],
  price_courier: ['courier'],
}
const OF_THE_RIDE: { readonly [column: string]: readonly LineKind[] } = {
  price_base: ['base', 'distance', 'time', 'zones', 'fixed', 'return', 'minimum', 'capacity', 'edited'],
  price_demand: ['high_demand'],
  price_promo: ['promotion'],
}

/**
 * What each stop of a service cost, in currency units (spec 1 §3): waiting, parking and delivery where they were; what
 * is for the whole ride stands at its last stop.
 */
export function pricedStops(stops: readonly DispatcherStop[], fare: Fare | null): readonly DispatcherStop[] {
  if (!fare) return stops
  const sum = (kinds: readonly LineKind[], of: (line: Pick<FareLine, 'inputs'>) => boolean): number =>
    Math.abs(
      toUnits(
        fare.lines.reduce((total, line) => (kinds.includes(line.kind) && of(line) ? total + line.amount : total), 0),
        fare,
      ),
    )
  return stops.map((stop, at) => ({
    ...stop,
    ...Object.fromEntries(
      Object.entries(OF_A_STOP).map(([column, kinds]) => [
        column,
        sum(kinds, ({ inputs }) => inputs['stop'] === at + 1),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(OF_THE_RIDE).map(([column, kinds]) => [
        column,
        at === stops.length - 1 ? sum(kinds, () => true) : 0,
      ]),
    ),
  }))
}

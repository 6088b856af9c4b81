/** An order as the simulated kitchen sees it. */
export interface KitchenOrder {
  readonly id: number
  readonly store_state: string
  readonly courier_state: string | null
  readonly date_state: string | null
  readonly can_search_vehicles: number
}

/** What a kitchen does with an order next; null: nothing yet. */
type KitchenDeed = 'preparing' | 'reject' | 'ready' | 'searchVehicles' | 'sent'

/** Seconds of the demo's time that an order stays in each state. */
const [ACCEPTS_S, COOKS_S, WAITS_S] = [90, 420, 900]
/** One in so many is rejected: the kitchen has run out of it. */
const REJECTS_EACH = 9

/** What is due of an order; the same order always gets the same answer, whoever looks. */
export function kitchenDeed(
  { id, store_state, courier_state, date_state, can_search_vehicles }: KitchenOrder,
  now: number,
  speed: number,
): KitchenDeed | null {
  const since_s = date_state === null ? Infinity : ((now - Date.parse(date_state)) / 1000) * speed
  if (store_state === '1') return since_s < ACCEPTS_S ? null : id % REJECTS_EACH === 0 ? 'reject' : 'preparing'
  if (can_search_vehicles === 1 && courier_state === null) return 'searchVehicles'
  if (store_state === '2') return since_s < COOKS_S ? null : 'ready'
  // Nobody is near: the store brings it itself.
  if (store_state === '3' && courier_state === 'none' && since_s > WAITS_S) return 'sent'
  // A courier who waits takes it along.
  return store_state === '3' && courier_state === 'waiting' ? 'sent' : null
}

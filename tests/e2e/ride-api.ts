import { consoleSession, driverSession, type Call } from './api-session'

/** A driver of the demo, free and on shift, whose vehicle stands at a place. */
export async function driverOnShift(address: string, number: number, place: { lat: number; lng: number }) {
  const {
    call,
    login: {
      device_id,
      driver,
      vehicles: [vehicle],
    },
  } = await driverSession(address, number)
  if (!vehicle) throw new Error(`conductor${number} has no vehicle`)
  // A failed try may have left the driver with a ride.
  const { services } = await call<{ services: readonly { id: number }[] }>('GET', 'driver/state')
  const operator = services.length > 0 ? await consoleSession(address) : call
  for (const { id } of services) await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  await call('POST', 'driver/shift/start', { id_vehicle: vehicle.id })
  const stand = (at: { lat: number; lng: number }, course = 0) =>
    call('POST', 'driver/positions', {
      device_id,
      positions: [
        { ...at, timestamp: Math.floor(Date.now() / 1000), speed: 20, course, battery_level: 80, mode: 'automotive' },
      ],
    })
  await stand(place)
  return { call, stand, vehicle, name: `${driver.name} ${driver.surname}` }
}

export const ORIGIN = { lat: -12.1211, lng: -77.0297, address: 'Av. Larco 345, Miraflores' }
const DESTINATION = { lat: -12.0947, lng: -77.0247, address: 'Calle Las Begonias 441, San Isidro' }

/** Calls off whatever waits for a driver: what another test left is told before what this one does. */
export async function cancelWaiting(operator: Call): Promise<void> {
  const { items } = await operator<{ items: readonly { id: number; state: string }[] }>('GET', 'admin/dispatcher', {
    limit: 100,
  })
  for (const { id, state } of items) {
    if (state === 'requested' || state === 'unassigned')
      await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  }
}

/** A service for now that nobody looks for a driver for. */
export async function madeService(operator: Call, more: object = {}): Promise<number> {
  const {
    items: [client],
  } = await operator<{ items: readonly { id: number }[] }>('GET', 'admin/clients', {
    limit: 1,
    order_col: 'id',
    order_dir: 'asc',
    filters: JSON.stringify({ state: '1' }),
  })
  const { products } = await operator<{ products: readonly { id: number; allow_service_inmediate: number }[] }>(
    'POST',
    'admin/dispatcher/products',
    {
      stops: [ORIGIN, DESTINATION],
      id_client: client?.id,
    },
  )
  const product = products.find(({ allow_service_inmediate: now }) => now === 1)
  const { payments } = await operator<{ payments: readonly { id: number; type: string }[] }>(
    'GET',
    'admin/dispatcher/form',
  )
  const cash = payments.find(({ type }) => type === 'cash')
  const { id } = await operator<{ id: number }>('POST', 'admin/dispatcher/create', {
    id_client: client?.id,
    id_product: product?.id,
    id_payment: cash?.id,
    stops: [ORIGIN, DESTINATION],
    after: 'none',
    ...more,
  })
  return id
}

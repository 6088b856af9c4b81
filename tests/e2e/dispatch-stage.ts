import type { LatLng } from '../../custom/geometry/model/lat-lng'
import { consoleSession, driverSession, type Call } from './api-session'
import { beside, driversAtWork, type Fleet } from './drivers-at-work'

/** What a scene of the dispatcher plays on: a server, its calls as root, and the service that is being shown. */
export interface Stage {
  readonly address: string
  readonly call: Call
  /** Where the regular client is, and their id. */
  readonly origin: LatLng
  readonly client: number
  id: number
}
interface Rows {
  readonly items: readonly { readonly id: number }[]
}
interface Places {
  readonly locations: readonly { readonly lat: number; readonly lng: number; readonly address: string }[]
}
interface Offered {
  readonly id: number
  readonly allow_service_scheduled: number
  readonly fare: { readonly error: unknown }
}

/** The last digits of a regular client's number: they have favourites. */
export const DIGITS = '000105'

/** Two drivers where the regular is: the nearer one lets every request pass, the other takes it. */
export async function setStage(address: string): Promise<{ readonly stage: Stage; readonly fleet: Fleet }> {
  const call = await consoleSession(address, 'root@demo.test')
  const { items } = await call<Rows>('GET', 'admin/dispatcher/clients', { q: DIGITS })
  const client = items[0]?.id ?? 0
  const {
    locations: [first],
  } = await call<Places>('GET', 'admin/dispatcher/dataClient', { id_client: client })
  const origin: LatLng = [first?.lat ?? 0, first?.lng ?? 0]
  const fleet = await driversAtWork(
    address,
    [
      { number: 41, at: beside(origin, 60, 0), orders: Array<'silent'>(40).fill('silent') },
      { number: 43, at: beside(origin, 140, 90), orders: Array<'accept'>(40).fill('accept') },
    ],
    3,
  )
  return { stage: { address, call, origin, client, id: 0 }, fleet }
}

/** Frees whoever is still with a ride, so that the next showing finds the same drivers. */
export async function clearStage({ call, id }: Stage): Promise<void> {
  const { items } = await call<{ items: readonly { id: number; state: string }[] }>('GET', 'admin/dispatcher', {
    limit: 100,
  })
  for (const { id: one, state } of items) {
    if (one >= id && ['requested', 'unassigned', 'accepted', 'onway', 'waiting'].includes(state))
      await call('POST', 'admin/dispatcher/cancelService', { id_service: one })
  }
}

/** A booking for tomorrow of the regular, for which drivers have put their names down. @returns its id */
export async function bookingWithNames({ address, call, client }: Stage): Promise<number> {
  const { locations } = await call<Places>('GET', 'admin/dispatcher/dataClient', { id_client: client })
  const stops = locations.slice(0, 2).map(({ lat, lng, address }) => ({ lat, lng, address }))
  const date = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString()
  const { products } = await call<{ products: readonly Offered[] }>('POST', 'admin/dispatcher/products', {
    stops,
    id_client: client,
    date_scheduled: date,
  })
  const product = products.find(({ fare, allow_service_scheduled: later }) => fare.error === null && later === 1)
  const { id } = await call<{ id: number }>('POST', 'admin/dispatcher/create', {
    id_client: client,
    id_product: product?.id,
    stops,
    scheduled: 1,
    scheduled_dates: [date],
  })
  let names = 0
  for (let number = 45; number <= 55 && names < 3; number += 2) {
    const driver = await driverSession(address, number)
    const { items } = await driver.call<{ items: readonly { service: { id: number } }[] }>('GET', 'driver/available')
    if (!items.some(({ service }) => service.id === id)) continue
    await driver.call('POST', 'driver/assignments', { id_service: id })
    names += 1
  }
  return id
}

/** The driver who is with the regular calls for help, and another one writes. */
export async function callForHelp({ address, origin: [lat, lng] }: Stage): Promise<void> {
  const [one, other] = [await driverSession(address, 47), await driverSession(address, 49)]
  await one.call('POST', 'driver/panic', { lat, lng })
  await other.call('POST', 'driver/messages', {
    body: 'La Av. Arequipa está cerrada por obras.',
    idempotency: `pictures-${Date.now()}`,
  })
}

/** All alerts of panics are attended to. */
export async function quiet({ call }: Stage): Promise<void> {
  const { items } = await call<Rows>('GET', 'admin/panics', { filters: JSON.stringify({ state: 'open' }) })
  if (items.length > 0) await call('POST', 'admin/panics/attend', { ids: items.map(({ id }) => id) })
}

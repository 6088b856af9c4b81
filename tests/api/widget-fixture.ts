import { expect } from 'vitest'
import { findNonce } from '../../custom/widgets/model/proof-of-work'
import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { pointAt, TO } from './whole-app'
import type { Answer } from './fixture-app'
import { servicesApp, type ServicesApp } from './services-fixture'

/** A town with a widget, and what a visitor's page calls; the clock is the test's. */
export interface WidgetApp extends ServicesApp {
  readonly widget: number
  /** A call below /api of a page, with the token of its client. */
  page(method: 'GET' | 'POST', path: string, input?: JsonObject, token?: string): Promise<Answer>
  /** Work that was done. */
  proof(widget?: number): Promise<JsonObject>
  /** A client who has registered. */
  client(
    name: string,
    more?: JsonObject,
  ): Promise<{ readonly token: string; readonly id: number; readonly email: string }>
  /** The trip of most tests. */
  trip(more?: JsonObject): JsonObject
}

export const PASSWORD = 'un paseo por barranco'

/** Numbers of telephones that nobody has yet. */
let phones = 987_000_000

export async function widgetApp(open: OpenFresh, now: () => Date): Promise<WidgetApp> {
  const at = await servicesApp(open, now)
  // Work of a moment: that it is done counts here, not how long it takes.
  await at.put('settings', { key: 'widget_work_bits', value: '6' })
  at.server.runtime.changed('settings')
  // What clients of the house may do in its console.
  const role = await at.put('roles', { name: 'Cliente', key: 'client', type_user: '3' })
  const { id: dispatcher } = await at.server.database.db
    .selectFrom('modules')
    .select('id')
    .where('key', '=', 'dispatcher')
    .executeTakeFirstOrThrow()
  await at.put('role_modules', { id_role: role, id_module: dispatcher, see: true, edit: true })
  Object.assign(at.id, { role })
  const hotel = await at.put('locations', {
    type: 'hotel',
    name: 'Hotel Olivar',
    address: 'Calle Las Begonias 441',
    point: pointAt(TO.lat, TO.lng),
  })
  Object.assign(at.id, { hotel })
  const saved = await at.call('root', 'widgets/create', {
    name: 'Reservas web',
    address_restriction: '0',
    id_payment_methods: [at.id['cash']!, at.id['credit']!],
    widget_products: ['taxi', 'van', 'now', 'later'].map((name) => ({ id_product: at.id[name]! })),
  })
  expect(saved.status, saved.text).toBe(200)
  const widget = Number(saved.body['id'])
  const page: WidgetApp['page'] = (method, path, input = {}, token) => {
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    return at.server.request({
      method,
      url: `/api/${path}${method === 'GET' ? `?${query}` : ''}`,
      ...(token ? { token } : {}),
      ...(method === 'POST' ? { payload: JSON.stringify(input) } : {}),
    })
  }
  const proof: WidgetApp['proof'] = async (of = widget) => {
    const { body } = await page('GET', 'client/auth/challenge', { id_widget: of })
    const challenge = String(body['challenge'])
    return { challenge, nonce: findNonce(challenge, Number(body['bits']), 0, 50_000_000)! }
  }
  return {
    ...at,
    widget,
    page,
    proof,
    client: async (name, more = {}) => {
      const email = `${name.toLowerCase()}@clientes.example`
      const { status, text, body } = await page('POST', 'client/auth/register', {
        name,
        surname: 'Prueba',
        password: PASSWORD,
        phone: `+51 ${++phones}`,
        email,
        id_widget: widget,
        proof: await proof(),
        ...more,
      })
      expect(status, text).toBe(200)
      return { token: String(body['token']), id: Number(body['id']), email }
    },
    trip: (more = {}) => {
      const [org, dst] = at.stops
      return { org: org!, dst: dst!, type_request: 'no_return', capacity_1: 1, ...more }
    },
  }
}

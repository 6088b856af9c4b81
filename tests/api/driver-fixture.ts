import { expect } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { cheapHash } from '../cheap-hash'
import type { OpenFresh } from '../open-fresh'
import type { Answer } from './fixture-app'
import { servicesApp, type ServicesApp } from './services-fixture'

/** A driver as their phone has it. */
export interface Phone {
  readonly id: number
  readonly vehicle: number
  readonly email: string
  readonly token: string
  readonly device_id: string
  get(path: string): Promise<Answer>
  post(path: string, input?: JsonObject): Promise<Answer>
  /** The driver's state, which there must be. */
  state(): Promise<JsonObject>
}

export interface DriverApp extends ServicesApp {
  /** Anything below /api/driver. */
  api(method: 'GET' | 'POST', path: string, input?: JsonObject, token?: string): Promise<Answer>
  login(email: string, more?: JsonObject): Promise<Answer>
  /** A new driver with a vehicle; logged in with an application of version 80. */
  phone(name: string): Promise<Phone>
  /** As `phone`, on shift. */
  atWork(name: string): Promise<Phone>
}

const DRIVER_PASSWORD = 'clave-de-chofer'

export async function driverApp(
  open: OpenFresh,
  now: () => Date,
  options: { readonly search?: boolean } = {},
): Promise<DriverApp> {
  const at = await servicesApp(open, now, options)
  const { database } = at.server
  const api: DriverApp['api'] = (method, path, input, token) =>
    at.server.request({
      method,
      url: `/api/driver/${path}`,
      token,
      payload: method === 'POST' ? JSON.stringify(input ?? {}) : undefined,
    })
  const login: DriverApp['login'] = (email, more = {}) =>
    api('POST', 'login', {
      username: email,
      password: DRIVER_PASSWORD,
      app_version_code: 80,
      device: 'Pixel',
      platform: 'android',
      ...more,
    })
  const phone: DriverApp['phone'] = async (name) => {
    const { id, vehicle } = await at.driver(name)
    const email = `${name.toLowerCase()}@drivers.pe`
    const password = cheapHash(DRIVER_PASSWORD)
    await database.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ email, password, phone: '999123456', language: 'es' })
        .where('id', '=', id)
        .execute(),
    )
    const { status, body, text } = await login(email)
    expect(status, text).toBe(200)
    const token = String(body['token'])
    const get: Phone['get'] = (path) => api('GET', path, undefined, token)
    return {
      id,
      vehicle,
      email,
      token,
      device_id: String(body['device_id']),
      get,
      post: (path, input) => api('POST', path, input, token),
      state: async () => {
        const answer = await get('state')
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      },
    }
  }
  return {
    ...at,
    api,
    login,
    phone,
    atWork: async (name) => {
      const one = await phone(name)
      const { status, text } = await one.post('shift/start')
      expect(status, text).toBe(200)
      return one
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../custom/demo/model/driver-account'

/** A call below /api (`admin/clients`, `driver/state`), with a GET's input in its query. @throws what a refusal says */
export interface Call {
  <A = Record<string, unknown>>(method: 'GET' | 'POST', path: string, input?: object): Promise<A>
}

/** Somebody whom a server has let in, as a console keeps them. */
export interface Account {
  readonly id: number
  readonly name: string
  readonly surname: string
  readonly token: string
}

// What is sensitive is done only within ten minutes of a log-in.
const FRESH_MS = 8 * 60_000
const sessions = new Map<string, { readonly account: Promise<Account>; readonly at_ms: number }>()

/**
 * The session that this process has of an account: a password costs the server a quarter of a second. A test that ends
 * its session, or means to, opens another (`logIn`).
 */
export function accountAt(address: string, username: string, password = DEMO_PASSWORD): Promise<Account> {
  const key = `${address} ${username}`
  const known = sessions.get(key)
  if (known && Date.now() - known.at_ms < FRESH_MS) return known.account
  const account = callOf(address, null)<Account>('POST', 'admin/login/login', {
    username,
    password,
    app_version_code: 125,
  })
  sessions.set(key, { account, at_ms: Date.now() })
  return account
}

/** Calls of a server with the session of an account of the demo, as a console's program makes them. */
export async function consoleSession(address: string, username = 'operator@demo.test'): Promise<Call> {
  return callOf(address, (await accountAt(address, username)).token)
}

export interface DriverLogin {
  readonly token: string
  readonly device_id: string
  readonly vehicles: readonly { readonly id: number; readonly plate: string }[]
  readonly driver: { readonly name: string; readonly surname: string }
}

/** The same for a driver of the demo, by the number of their account, with the answer to their log-in. */
export async function driverSession(
  address: string,
  number: number,
): Promise<{ readonly call: Call; readonly login: DriverLogin }> {
  const login = await callOf(address, null)<DriverLogin>('POST', 'driver/login', {
    username: `conductor${number}@demo.test`,
    password: DEMO_PASSWORD,
    app_version_code: 80,
    device: 'e2e',
    platform: 'android',
  })
  return { call: callOf(address, login.token), login }
}

/** Calls of a server with a token; null: without a session. */
export function callOf(address: string, token: string | null): Call {
  const call = async <A>(method: 'GET' | 'POST', path: string, input: object = {}): Promise<A> => {
    const query =
      method === 'GET' && Object.keys(input).length > 0
        ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()}`
        : ''
    const reply = await fetch(`${address}/api/${path}${query}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    // A few that add up many rows go on at once for each person: a program waits as it is told.
    if (reply.status === 429 && reply.headers.has('retry-after')) {
      await sleep(Math.min(5, Number(reply.headers.get('retry-after'))) * 1000)
      return call<A>(method, path, input)
    }
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as A
  }
  return call
}

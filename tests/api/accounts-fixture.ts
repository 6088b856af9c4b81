import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import type { Files } from './fixture-schemas'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD, type RoleName } from './fixture-users'

/** Where calls come from unless they say otherwise. */
export const HERE = '198.51.100.7'
const AGENT = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130'

interface Asked {
  readonly token?: string
  readonly body?: JsonObject
  readonly from?: string
  readonly agent?: string
  readonly headers?: { readonly [name: string]: string }
}

export interface Answered {
  readonly status: number
  readonly body: JsonObject
}

/** An app whose log-ins are tried, from wherever, on a clock that is moved by hand. */
export interface AccountsApp {
  readonly at: TestApp
  readonly now_ms: () => number
  readonly wait: (seconds: number) => void
  /** Any call below /api. */
  readonly ask: (method: 'GET' | 'POST', path: string, asked?: Asked) => Promise<Answered>
  /** Calls below /api/admin. */
  readonly post: (token: string, path: string, body?: JsonObject) => Promise<Answered>
  readonly get: (token: string, path: string) => Promise<Answered>
  /** A log-in, with what else its body has. */
  readonly enter: (role: RoleName, more?: JsonObject, asked?: Omit<Asked, 'body' | 'token'>) => Promise<Answered>
  readonly tokenOf: (role: RoleName, more?: JsonObject, asked?: Omit<Asked, 'body' | 'token'>) => Promise<string>
  readonly codeOf: (secret: string) => string
  /** Turns the codes of an application on for a session. */
  readonly enrol: (token: string) => Promise<{ readonly secret: string; readonly codes: string[] }>
  /** Takes all of it from an account. */
  readonly withoutFactor: (role: RoleName) => Promise<void>
  readonly roleOf: (role: RoleName) => Promise<number>
  readonly mailsTo: (role: RoleName) => Promise<{ readonly subject: string; readonly body: string }[]>
  /** Who did it to whom. */
  readonly logged: (verb: string) => Promise<(number | null)[][]>
}

export async function accountsApp(open: OpenFresh, resources: Files): Promise<AccountsApp> {
  let clock_ms = Date.parse('2026-11-21T05:00:00Z')
  const at = await testApp({ open, resources, now: () => new Date(clock_ms) })
  const { db } = at.database
  const wait = (seconds: number): void => {
    clock_ms += seconds * 1000
  }
  const ask: AccountsApp['ask'] = async (
    method,
    path,
    { token = '', body = {}, from = HERE, agent = AGENT, headers = {} } = {},
  ) => {
    const reply = await at.app.inject({
      method,
      url: `/api/${path}`,
      remoteAddress: from,
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.json<JsonObject>() }
  }
  const post: AccountsApp['post'] = (token, path, body = {}) => ask('POST', `admin/${path}`, { token, body })
  const enter: AccountsApp['enter'] = (role, more = {}, asked = {}) =>
    ask('POST', 'admin/login/login', { ...asked, body: { username: emailOf(role), password: PASSWORD, ...more } })
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock_ms })
  return {
    at,
    wait,
    ask,
    post,
    enter,
    codeOf,
    now_ms: () => clock_ms,
    get: (token, path) => ask('GET', `admin/${path}`, { token }),
    tokenOf: async (role, more, asked) => String((await enter(role, more, asked)).body.token),
    async enrol(token) {
      const begun = await post(token, 'me/beginSecondFactor')
      const secret = String(begun.body.secret)
      const done = await post(token, 'me/turnOnSecondFactor', { code: codeOf(secret) })
      expect(done.status).toBe(200)
      wait(30)
      return { secret, codes: done.body.codes as string[] }
    },
    async withoutFactor(role) {
      const id = at.ids.users[role]
      for (const table of ['second_factors', 'recovery_codes', 'passkeys'])
        await db.deleteFrom(table).where('id_user', '=', id).execute()
      await db.updateTable('users').set({ second_factor: false }).where('id', '=', id).execute()
      at.runtime.changed('users')
    },
    roleOf: async (role) =>
      Number(
        (await db.selectFrom('users').select('id_role').where('id', '=', at.ids.users[role]).executeTakeFirstOrThrow())
          .id_role,
      ),
    mailsTo: async (role) =>
      (
        await db
          .selectFrom('mail_outbox')
          .select(['subject', 'body'])
          .where('recipient', '=', emailOf(role))
          .orderBy('id')
          .execute()
      ).map(({ subject, body }) => ({ subject: String(subject), body: String(body) })),
    logged: async (verb) =>
      (
        await db
          .selectFrom('logs')
          .select(['id_user', 'id_target'])
          .where('type_log', '=', verb)
          .orderBy('id')
          .execute()
      ).map(({ id_user, id_target }) => [id_user === null ? null : Number(id_user), Number(id_target)]),
  }
}

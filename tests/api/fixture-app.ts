import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import type { TrustedProxies } from '../../src/server/platform/network/trusted-proxies'
import type { LeastSpeed } from '../../src/server/platform/answers/slow-bodies'
import type { Database } from '../../src/server/platform/database/database'
import type { ServerFeature } from '#engine/server'
import { folderStorage } from '../../src/server/platform/files/folder-storage'
import type { FileStorage } from '../../src/server/platform/files/storage'
import { checkedModel, metadataOf, type Metadata } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import type { Runtime } from '../../src/server/language/runtime'
import { openOnPglite, type OpenFresh } from '../open-fresh'
import { ownWords } from '../own-words'
import { sourceFilesOf, type Files } from './fixture-schemas'
import { emailOf, PASSWORD, putUsers, readUsers, type FixtureIds, type RoleName } from './fixture-users'
import { TEST_KEYRING } from '../keyring'
import { timed as timing } from '../times/spans'

export interface TestAppOptions {
  /** Beside (or in place of) those of `fixture-schemas.ts`, by name. */
  readonly schemas?: Files
  readonly resources?: Files
  readonly features?: readonly ServerFeature[]
  readonly now?: () => Date
  readonly trustProxy?: TrustedProxies
  readonly leastSpeed?: LeastSpeed
  readonly webhookHosts?: readonly string[]
  /**
   * Names of the jobs that run at their times. The others run when they are woken: their work must not fall into a
   * moment that a test's clock is elsewhere.
   */
  readonly timed?: readonly string[]
  /** Default: a folder of its own, gone with the app. */
  readonly storage?: FileStorage
  /** Where the database comes from, which is closed with the app (see `tests/engines.ts`); default an embedded one. */
  readonly open?: OpenFresh
}

export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  /** Parsed JSON, or null when the answer is something else. */
  readonly body: JsonObject
  readonly text: string
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly database: Database
  readonly metadata: Metadata
  readonly ids: FixtureIds
  login(email: string, password?: string): Promise<Answer>
  /** A live token of the user with this role; the same one every time. */
  tokenFor(role: RoleName): Promise<string>
  /**
   * A call below /api/admin as a role, or as nobody (null). GET input is the query, else the body. Where the call asks
   * for the asker's password it is given, as a console does.
   */
  call(role: RoleName | null, method: 'GET' | 'POST', path: string, input?: JsonObject): Promise<Answer>
  /** Any call, as it is. */
  request(options: {
    method: string
    url: string
    token?: string
    headers?: { [name: string]: string }
    payload?: string
  }): Promise<Answer>
  close(): Promise<void>
}

/** The whole server on a fresh database, entered by its front door. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { features = [], now, timed = [] } = options
  const words = ownWords()
  const files = sourceFilesOf(options.schemas, options.resources)
  const metadata = metadataOf(checkedModel(files, features))
  const make = async (database: Database): Promise<void> => {
    await prepareDatabase(database, metadata.model(), features, words, () => {})
    await putUsers(database)
  }
  const template = { key: JSON.stringify(['testApp', files, features], codeAsText), make }
  const database = await (options.open ?? openOnPglite)({ template })
  const ids = await readUsers(database)
  const folder = join(tmpdir(), `files-${randomUUID()}`)
  const storage = options.storage ?? folderStorage(folder)
  const app = await timing('app', () =>
    buildApp({
      keyring: TEST_KEYRING,
      storage,
      database,
      metadata,
      words,
      features,
      now,
      checkAnswers: true,
      timed: ({ name }) => timed.includes(name),
      trustProxy: options.trustProxy,
      leastSpeed: options.leastSpeed,
      webhookHosts: options.webhookHosts,
    }),
  )
  const tokens = new Map<RoleName, Promise<string>>()

  const request: TestApp['request'] = async ({ method, url, token, headers = {}, payload }) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      payload,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: jsonOf(reply.body) }
  }
  const login = (email: string, password = PASSWORD) =>
    request({
      method: 'POST',
      url: '/api/admin/login/login',
      payload: JSON.stringify({ username: email, password, app_version_code: 125 }),
    })
  const tokenFor = (role: RoleName) => {
    const known =
      tokens.get(role) ??
      login(emailOf(role)).then(({ body, text }) => {
        if (typeof body.token !== 'string') throw new Error(`${role} cannot log in: ${text}`)
        return body.token
      })
    tokens.set(role, known)
    return known
  }
  return {
    app,
    runtime: app.runtime,
    database,
    metadata,
    ids,
    login,
    tokenFor,
    request,
    async call(role, method, path, input) {
      const token = role === null ? undefined : await tokenFor(role)
      const query = method === 'GET' && input ? `?${queryOf(input)}` : ''
      const send = () =>
        request({
          method,
          url: `/api/admin/${path}${query}`,
          token,
          payload: method === 'POST' ? JSON.stringify(input ?? {}) : undefined,
        })
      const answer = await send()
      if (answer.body.code !== 'CONFIRM') return answer
      await request({
        method: 'POST',
        url: '/api/admin/me/confirm',
        token,
        payload: JSON.stringify({ password: PASSWORD }),
      })
      return send()
    },
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
      await database.close()
    },
  }
}

/** Features with the same code make the same tables. */
const codeAsText = (_key: string, value: unknown): unknown => (typeof value === 'function' ? String(value) : value)

function queryOf(input: JsonObject): URLSearchParams {
  const texts = Object.entries(input).map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return new URLSearchParams(texts)
}

function jsonOf(text: string): JsonObject {
  try {
    const json = JSON.parse(text) as Json
    return json !== null && typeof json === 'object' && !Array.isArray(json) ? (json as JsonObject) : { value: json }
  } catch {
    return {}
  }
}

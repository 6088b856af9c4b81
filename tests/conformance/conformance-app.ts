import type { FastifyInstance } from 'fastify'
import type { Json, JsonObject } from '../../src/model/json'
import type { SourceFile } from '../../src/model/load'
import type { Actor } from '../../src/model/rights/actor'
import type { CallContract } from '../../src/model/call'
import type { Model } from '../../src/model/model'
import { seesFacts } from '../../src/model/rights/sees-module'
import { buildApp } from '../../src/server/boot/app'
import type { Database } from '../../src/server/platform/database/database'
import type { ServerFeature } from '#engine/server'
import type { FileStorage } from '../../src/server/platform/files/storage'
import { checkedModel, metadataOf } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { cheapHash } from '../cheap-hash'
import { timed } from '../times/spans'
import { multipart } from '../multipart'
import type { OpenFresh } from '../open-fresh'
import { ownWords } from '../own-words'
import type { ReadWords } from '../../src/server/language/words/read-words'
import { mainKind } from '../../src/model/application'
import { roleFlags } from '../../src/model/rights/role-flags'
import { TEST_KEYRING } from '../keyring'

/** Everybody a catalogue is tried by: who edits all, who sees all, who has no role. */
export type Role = 'root' | 'reader' | 'none'

export interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly text: string
}

export interface Route {
  readonly method: string
  readonly url: string
  readonly contract: CallContract | null
}

export interface ConformanceApp {
  readonly app: FastifyInstance
  readonly model: Model
  readonly database: Database
  readonly rootActor: Actor
  /** Every route that answers. */
  readonly routes: readonly Route[]
  get(role: Role, path: string, query?: JsonObject): Promise<Answer>
  post(role: Role, path: string, body: JsonObject): Promise<Answer>
  /** A file as a browser sends it. */
  upload(role: Role, path: string, file: Uint8Array, name: string): Promise<Answer>
  /** The bytes of a file that a call answers. */
  download(role: Role, path: string): Promise<Uint8Array>
}

const PASSWORD = 'clave-de-prueba'
const emailOf = (role: Role): string => `${role}@conformance.test`

/**
 * The whole server over some metadata and an empty database.
 * @param words of another application than this project's
 */
export async function conformanceApp(
  open: OpenFresh,
  files: readonly SourceFile[],
  features: readonly ServerFeature[],
  storage?: FileStorage,
  words: ReadWords = ownWords(),
): Promise<ConformanceApp> {
  const metadata = metadataOf(checkedModel(files, features))
  const { application } = metadata.model()
  const make = async (database: Database): Promise<void> => {
    await prepareDatabase(database, metadata.model(), features, words, () => {})
    await putUsers(database, mainKind(application))
  }
  const database = await open({
    template: { key: JSON.stringify(['conformanceApp', files, features.map(({ name }) => name)]), make },
  })
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('root'))
    .executeTakeFirstOrThrow()
  const ids = { root: Number(id) }
  const routes: Route[] = []
  const onRoute = (method: string, url: string, contract: CallContract | null) =>
    void routes.push({ method, url, contract })
  const app = await timed('app', () =>
    buildApp({
      keyring: TEST_KEYRING,
      storage,
      database,
      metadata,
      words,
      features,
      timed: () => false,
      onRoute,
    }),
  )
  const inject = async (
    method: 'GET' | 'POST',
    url: string,
    token: string | null,
    payload?: string,
  ): Promise<Answer> => {
    const reply = await app.inject({
      method,
      url,
      payload,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    return {
      status: reply.statusCode,
      text: reply.body,
      body: String(reply.headers['content-type']).includes('json') ? (JSON.parse(reply.body) as JsonObject) : {},
    }
  }
  const upload: ConformanceApp['upload'] = async (role, path, bytes, name) => {
    const { payload, headers } = multipart(bytes, name)
    const reply = await app.inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await tokenOf(role)}` },
    })
    return { status: reply.statusCode, text: reply.body, body: JSON.parse(reply.body) as JsonObject }
  }
  const download: ConformanceApp['download'] = async (role, path) =>
    (
      await app.inject({
        method: 'GET',
        url: `/api/admin/${path}`,
        headers: { authorization: `Bearer ${await tokenOf(role)}` },
      })
    ).rawPayload
  const tokens = new Map<Role, Promise<string>>()
  const tokenOf = (role: Role): Promise<string> => {
    const known =
      tokens.get(role) ??
      inject(
        'POST',
        '/api/admin/login/login',
        null,
        JSON.stringify({ username: emailOf(role), password: PASSWORD, app_version_code: 125 }),
      ).then(({ body, text }) => {
        if (typeof body.token !== 'string') throw new Error(`${role} cannot log in: ${text}`)
        return body.token
      })
    tokens.set(role, known)
    return known
  }
  const query = (input: JsonObject) =>
    new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, textOf(value)])).toString()
  const bounds = Object.values(application.scopes)
    .filter(({ fact }) => fact)
    .map(({ wire }) => [wire, null])
  const flags = roleFlags(metadata.model()).map((name) => [name, false])
  const facts: JsonObject = {
    id: ids.root,
    root: true,
    operator: true,
    language: 'es',
    ...Object.fromEntries([...flags, ...bounds]),
    ...seesFacts(metadata.model().entities, { root: true, rights: {} }),
  }
  return {
    app,
    routes,
    model: metadata.model(),
    database,
    rootActor: {
      id: ids.root,
      root: true,
      operator: true,
      language: 'es',
      scopes: {},
      rights: {},
      facts,
    },
    get: async (role, path, input = {}) => inject('GET', `/api/admin/${path}?${query(input)}`, await tokenOf(role)),
    upload,
    download,
    post: async (role, path, body) => inject('POST', `/api/admin/${path}`, await tokenOf(role), JSON.stringify(body)),
  }
}

const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function putUsers(database: Database, type_user: string): Promise<void> {
  const password = cheapHash(PASSWORD)
  await database.transaction(async (tx) => {
    const put = async (table: string, row: { [column: string]: unknown }) =>
      Number((await tx.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id)
    const root = await tx.selectFrom('roles').select('id').where('root', '=', true).executeTakeFirstOrThrow()
    const reads = await put('roles', { name: 'Lector', type_user, all_modules: '1' })
    const user = (role: Role, id_role: unknown) =>
      put('users', {
        name: role,
        surname: 'Prueba',
        type_user,
        email: emailOf(role),
        password,
        language: 'es',
        id_role,
      })
    await user('root', root.id)
    await user('reader', reads)
    await user('none', null)
  })
}

import { newToken } from '../../src/server/language/actor/token'
import type { Json, JsonObject } from '../../src/model/json'
import type { ImportView } from '../../src/model/import-answer'
import type { ChildServer } from '../child-server'
import { multipart } from '../multipart'

export interface Answer {
  readonly status: number
  readonly body: JsonObject
}

/** How a call ends whose server was killed meanwhile. */
export class ServerGone extends Error {}

/** No call of these takes so long on a server that nothing holds up. */
const STUCK_MS = 180_000

/** The calls of root, to whichever server process is there now. */
export class Client {
  readonly #session = newToken()
  #server: ChildServer | null = null

  use(server: ChildServer | null): void {
    this.#server = server
  }

  /** Makes the account and its session, in an empty database. */
  async enter(): Promise<void> {
    await this.facts(
      "insert into users (name, type_user, id_role, language) select 'Root', '1', id, 'es' from roles where root",
    )
    await this.facts(`insert into sessions (hash, id_user, platform, last_activity)
      select '${this.#session.hash}', max(id), 'web', now() from users`)
  }

  post(path: string, input: JsonObject): Promise<Answer> {
    return this.#ask(`/api/admin/${path}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    })
  }

  /** @throws when it does not succeed */
  async done(path: string, input: JsonObject): Promise<JsonObject> {
    const { status, body } = await this.post(path, input)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  async upload(name: string, csv: string): Promise<ImportView> {
    const { payload, headers } = multipart(csv, name)
    const { status, body } = await this.#ask('/api/admin/goods/importVerify', {
      method: 'POST',
      body: new Uint8Array(payload),
      headers,
    })
    if (status !== 200) throw new Error(`importVerify answered ${status}: ${JSON.stringify(body)}`)
    return body as unknown as ImportView
  }

  /** Rows of a query over the server's database. */
  async facts<Row = { readonly [column: string]: Json }>(text: string): Promise<readonly Row[]> {
    const { status, body } = await this.#ask('/facts', {
      method: 'POST',
      body: JSON.stringify({ text }),
      headers: { 'content-type': 'application/json' },
    })
    if (status !== 200) throw new Error(`${text}: ${JSON.stringify(body)}`)
    return body.rows as unknown as readonly Row[]
  }

  async #ask(
    path: string,
    { headers, ...options }: RequestInit & { readonly headers: { readonly [name: string]: string } },
  ): Promise<Answer> {
    const server = this.#server
    if (!server) throw new ServerGone()
    try {
      const reply = await fetch(`${server.url}${path}`, {
        ...options,
        headers: { ...headers, authorization: `Bearer ${this.#session.token}` },
        signal: AbortSignal.timeout(STUCK_MS),
      })
      return { status: reply.status, body: (await reply.json()) as JsonObject }
    } catch (error) {
      if (this.#server !== server) throw new ServerGone()
      throw error
    }
  }
}

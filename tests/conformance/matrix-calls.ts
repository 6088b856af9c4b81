import type { FastifyInstance } from 'fastify'
import type { Json, JsonObject } from '../../src/model/json'
import type { Account } from './matrix-accounts'
import { MARKER } from './matrix-seed'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly body: JsonObject
}

/** Calls as one account, each held against the status it should have; what differs is told in one line. */
export class Caller {
  readonly wrong: string[] = []
  calls = 0
  readonly #app: FastifyInstance
  readonly #account: Account
  /** Texts of rows that this account must never read. */
  readonly #hidden: ReadonlySet<string>

  constructor(app: FastifyInstance, account: Account, hidden: ReadonlySet<string>) {
    this.#app = app
    this.#account = account
    this.#hidden = hidden
  }

  get(path: string, query: JsonObject, expected: readonly number[]): Promise<Reply> {
    const texts = Object.entries(query).map(([key, value]): [string, string] => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    return this.call('GET', `/api/admin/${path}?${new URLSearchParams(texts).toString()}`, undefined, expected)
  }

  post(path: string, body: JsonObject, expected: readonly number[]): Promise<Reply> {
    return this.call('POST', `/api/admin/${path}`, body, expected)
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: JsonObject | undefined,
    expected: readonly number[],
  ): Promise<Reply> {
    this.calls++
    const { token, name } = this.#account
    const reply = await this.#app.inject({
      method,
      url,
      payload: body,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    const statuses = token === null ? [401] : expected
    const line = `${name}: ${method} ${decodeURIComponent(url)} ${body ? JSON.stringify(body) : ''}`.slice(0, 300)
    if (!statuses.includes(reply.statusCode))
      this.wrong.push(`${line} → ${reply.statusCode}, not ${statuses.join(' or ')}: ${reply.body.slice(0, 200)}`)
    const leaked = reply.body.match(MARKER)?.find((text) => this.#hidden.has(text))
    if (leaked !== undefined) this.wrong.push(`${line} → shows "${leaked}"`)
    return { status: reply.statusCode, text: reply.body, body: jsonOf(reply.body) }
  }

  /** The rows of an answer are these and no others. */
  expectIds(what: string, answer: Reply, ids: readonly Json[], expected: ReadonlySet<Json>): void {
    if (answer.status !== 200) return
    const more = ids.filter((id) => !expected.has(id))
    const fewer = [...expected].filter((id) => !ids.includes(id))
    if (more.length > 0 || fewer.length > 0)
      this.wrong.push(
        `${this.#account.name}: ${what} has ${ids.length} rows, not ${expected.size}; too many: ${more.slice(0, 5).join()}; missing: ${fewer.slice(0, 5).join()}`,
      )
  }
}

function jsonOf(text: string): JsonObject {
  try {
    const json = JSON.parse(text) as Json
    return json !== null && typeof json === 'object' && !Array.isArray(json) ? (json as JsonObject) : { items: json }
  } catch {
    return {}
  }
}

export const idsOf = ({ body }: Reply): Json[] =>
  Array.isArray(body.items) ? (body.items as readonly JsonObject[]).map(({ id }) => id ?? null) : []

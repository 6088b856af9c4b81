import fastify from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a fake map service was asked. */
export interface AskedOf {
  readonly method: string
  readonly path: string
  readonly query: { readonly [name: string]: string }
  readonly headers: { readonly [name: string]: unknown }
  readonly body: unknown
}

export interface Said {
  readonly status?: number
  readonly json?: unknown
  /** In place of JSON. */
  readonly text?: string
  readonly headers?: { readonly [name: string]: string }
  readonly after_ms?: number
}

export interface MapService {
  readonly url: string
  /** Questions since the last `says`. */
  readonly asked: readonly AskedOf[]
  says(answer: (asked: AskedOf) => Said): void
  close(): Promise<void>
}

/** A map service on this machine that says what a test tells it to; without a script, 404. */
export async function mapService(): Promise<MapService> {
  const app = fastify({ forceCloseConnections: true })
  let answer: (asked: AskedOf) => Said = () => ({ status: 404, json: {} })
  let asked: AskedOf[] = []
  app.all('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://service')
    const question = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: request.body ?? null,
    }
    asked.push(question)
    const { status = 200, json, text, headers = {}, after_ms = 0 } = answer(question)
    await sleep(after_ms)
    return reply
      .code(status)
      .headers({ 'content-type': text === undefined ? 'application/json' : 'text/html', ...headers })
      .send(text ?? JSON.stringify(json))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    get asked() {
      return asked
    },
    says(script) {
      answer = script
      asked = []
    },
    close: () => app.close(),
  }
}

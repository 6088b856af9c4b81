import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/model/json'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: JsonObject
}

export interface HookReceiver {
  readonly url: string
  readonly calls: readonly Received[]
  close(): Promise<void>
}

/**
 * An HTTP endpoint on this machine that keeps what it gets: `/ok`, `/fail`, `/once` (fails the first time), `/gone`,
 * `/hang-up`, `/late`, `/far` (a redirect).
 */
export async function hookReceiver(): Promise<HookReceiver> {
  const calls: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const text = Buffer.concat(parts).toString('utf8')
      const isFirst = !calls.some((call) => call.path === path)
      calls.push({ path, headers: request.headers, text, body: JSON.parse(text) as JsonObject })
      if (path === '/hang-up') request.socket.destroy()
      else if (path === '/far')
        response.writeHead(307, { location: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inside` }).end()
      else if (path !== '/late')
        response.writeHead(path === '/fail' || (path === '/once' && isFirst) ? 500 : path === '/gone' ? 410 : 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

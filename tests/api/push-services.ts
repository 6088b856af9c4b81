import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface PushServices {
  readonly url: string
  readonly calls: readonly Received[]
  close(): Promise<void>
}

/**
 * What push services and Firebase answer, by the end of an endpoint's path or a token: 201 where none of these is
 * named.
 */
interface Told {
  readonly status: number
  readonly headers?: { readonly [name: string]: string }
  readonly code?: string
  readonly text?: string
}
const ANSWERS: { readonly [name: string]: Told } = {
  gone: { status: 410 },
  lost: { status: 404 },
  later: { status: 429, headers: { 'retry-after': '7200' } },
  large: { status: 413 },
  refused: { status: 403 },
  broken: { status: 503 },
  unregistered: { status: 404, code: 'UNREGISTERED' },
  quota: { status: 429, code: 'QUOTA_EXCEEDED', headers: { 'retry-after': '60' } },
  // As Meta says it, handed on by a gateway with a status of its own.
  window: { status: 502, text: '{"error":{"message":"(#131047) Re-engagement message","code":131047}}' },
  // Digits that are no error of Meta's.
  trace: { status: 400, text: '{"error":{"message":"Bad request","trace":"x9131047"}}' },
  // A message that Firebase does not understand says nothing of the token.
  wrong_message: { status: 400 },
  wrong_project: { status: 404 },
  mismatch: { status: 403, code: 'SENDER_ID_MISMATCH' },
}

/**
 * A push service of browsers (`/push/<name>`), Google's tokens (`/token`), Firebase (`/v1/projects/…`) and a gateway of
 * texts (`/texts/<name>`) on this machine.
 */
export async function pushServices(): Promise<PushServices> {
  const calls: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = Buffer.concat(parts)
      calls.push({ path, headers: request.headers, body })
      if (path === '/token')
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'bearer-of-google', expires_in: 3600 }))
      const name = path.startsWith('/v1/')
        ? String((JSON.parse(body.toString()) as { message: { token: string } }).message.token)
        : (path.split('/').at(-1) ?? '')
      const usual: Told = { status: path.startsWith('/push/') ? 201 : 200 }
      const { status, headers = {}, code, text } = ANSWERS[name.replace(/-.*/, '')] ?? usual
      const details =
        code === undefined
          ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] }]
          : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }]
      const said = text ?? (status < 300 ? '{}' : JSON.stringify({ error: { code: status, details } }))
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said)
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

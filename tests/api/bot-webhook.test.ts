import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { outboundCalls } from '#engine/server'
import type { ActionContext } from '../../custom/bots/server/actions/action'
import { webhookBy } from '../../custom/bots/server/actions/call-webhook'

test('a web address is asked with what the conversation knows, and its answer sets variables or sends it on by default', async () => {
  const heard: { headers: Record<string, unknown>; body: unknown }[] = []
  const answers: { [path: string]: readonly [number, string] } = {
    '/stock': [200, '{"left": 3, "text": "Hay tres", "deep": {"a": 1}}'],
    '/no': [200, '{"ok": false, "problem": "cerrado"}'],
    '/broken': [500, '{"left": 9}'],
    '/long': [200, JSON.stringify({ text: 'x'.repeat(70_000) })],
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        heard.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString('utf8')) })
        const [status, text] = answers[request.url ?? ''] ?? [404, '']
        response.writeHead(status).end(text)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // Public addresses alone are called by the program; this one is on the machine of the test.
    const act = webhookBy(outboundCalls(() => true))
    const ask = (path: string) =>
      act({
        key: 'bot-action-7',
        url: `${url}${path}`,
        quote: null,
        vars: { n: 2, where: { lat: -12, lng: -77, address: 'Larco 345' } },
        chat: { id: 5, channel: 'web', id_bot: 3, phone: null, name: null, id_client: null },
        bot: { id: 3, id_product: null, near: null, zone: 'America/Lima' },
      } as unknown as ActionContext)
    expect(await ask('/stock')).toEqual({ ok: true, vars: { left: 3, text: 'Hay tres' } })
    expect(heard[0]).toMatchObject({
      headers: { 'webhook-id': 'bot-action-7', 'content-type': 'application/json' },
      body: { id: 'bot-action-7', bot: 3, chat: 5, channel: 'web', vars: { n: '2', where: 'Larco 345' } },
    })
    expect(await ask('/no')).toEqual({ ok: false, vars: { problem: 'cerrado' } })
    expect(await ask('/broken')).toEqual({ ok: false, note: 'HTTP 500' })
    expect((await ask('/long')).ok).toBe(false)
  } finally {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
})

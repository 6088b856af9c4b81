import { beforeAll, expect, test } from 'vitest'
import { clients } from '../../custom/clients/server'
import { widgets } from '../../custom/widgets/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

/** Ends a session and nothing else: whoever leaves is let go. */
const FREE = '../client/auth/logout'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = NOON
  const PLACE = { address: 'Calle Uno 1', lat: -12.1, lng: -77.03 }
  const asked: JsonObject = {
    id: 1,
    id_widget: 1,
    kind: 'active',
    stars: 5,
    amount: 1,
    price_cancel: 0,
    text: 'Nada',
    idempotency: 'limits-of-all',
    code: 'NADA',
    id_service: 1,
    org: PLACE,
    dst: PLACE,
    type_request: 'no_return',
    capacity_1: 1,
    id_product: 1,
    id_payment: 1,
  }
  beforeAll(async () => {
    at = await widgetApp(open, () => now)
  })

  test('every call of a client has an end, which says when to come back', async () => {
    const { token } = await at.client('Haroldo')
    const calls = [...(clients.calls ?? []), ...(widgets.calls ?? [])]
      .map(({ contract }) => contract)
      .filter(({ access, path }) => access === 'session' && path.startsWith('../client/') && path !== FREE)
    expect(calls.length).toBeGreaterThan(15)
    for (let n = 0; n < 300; n++) await at.page('GET', 'client/me', {}, token)
    for (const { method, path } of calls) {
      const url = path.slice(3).replace(/:\w+/g, '1')
      const { status, headers } = await at.page(
        method === 'GET' ? 'GET' : 'POST',
        url,
        method === 'GET' ? { id_service: 1, kind: 'active' } : { ...asked, kind: 'complaint' },
        token,
      )
      expect([path, status]).toEqual([path, 429])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    // Another client is not held for it, and after a minute nobody is.
    const { token: other } = await at.client('Ines')
    expect((await at.page('GET', 'client/me', {}, other)).status).toBe(200)
    now = new Date(now.getTime() + 61_000)
    expect((await at.page('GET', 'client/me', {}, token)).status).toBe(200)
  })

  test('the page itself has one for a network', async () => {
    for (let n = 0; n < 600; n++) await at.page('GET', 'client/page')
    expect((await at.page('GET', 'client/page')).status).toBe(429)
  })
})

import { request as ask } from 'node:http'
import { Type } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { defineCall } from '../../src/model/call'
import { networkOf } from '../../src/server/platform/network/network'
import { readProxies, type TrustedProxies } from '../../src/server/platform/network/trusted-proxies'
import { serveCall, type ServerFeature } from '#engine/server'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf } from './fixture-users'

const seen = defineCall({
  method: 'GET',
  path: 'seen/from',
  access: 'public',
  request: Type.Object({}),
  response: Type.Object({ network: Type.String() }),
})
const feature: ServerFeature = {
  name: 'seen',
  needs: {},
  calls: [serveCall(seen, async ({ network }) => ({ network }))],
}

const apps: TestApp[] = []
afterAll(async () => {
  for (const app of apps) await app.close()
})

/** A server on a port of its own, and a call of it with these raw headers. */
async function behind(trustProxy: TrustedProxies) {
  const at = await testApp({ open: openOne, features: [feature], trustProxy })
  apps.push(at)
  await at.app.listen({ port: 0, host: '127.0.0.1' })
  const call = (path: string, headers: { readonly [name: string]: string | readonly string[] }, body?: object) =>
    new Promise<{ status: number; tls: boolean; answer: { network?: string; code?: string } }>((done, fail) => {
      const sent = ask(
        `${at.app.listeningOrigin}/api/admin/${path}`,
        {
          method: body ? 'POST' : 'GET',
          agent: false,
          headers: {
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
            ),
          },
        },
        (reply) => {
          let text = ''
          reply.on('data', (piece) => {
            text += String(piece)
          })
          reply.on('end', () =>
            done({
              status: reply.statusCode ?? 0,
              tls: reply.headers['strict-transport-security'] !== undefined,
              answer: JSON.parse(text) as object,
            }),
          )
        },
      )
      sent.on('error', fail)
      sent.end(body && JSON.stringify(body))
    })
  const from = async (...lists: string[]) =>
    (await call('seen/from', lists.length === 0 ? {} : { 'x-forwarded-for': lists })).answer.network
  return { at, call, from }
}

test.each([
  [undefined, 0],
  ['', 0],
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['loopback', ['loopback']],
  ['192.168.1.7', ['192.168.1.7']],
  ['fd00::/8', ['fd00::/8']],
])('TRUST_PROXY=%s', (text, meant) => expect(readProxies(text)).toEqual(meant))

test.each(['11', 'true', '-1', '1.5', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.1,', 'all'])(
  'TRUST_PROXY=%s is refused by name',
  (text) => {
    expect(() => readProxies(text)).toThrow(/TRUST_PROXY must be/)
  },
)

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
])('%s is %s: the port is another one in each call', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('a caller without a proxy', () => {
  test('is who calls, whatever it writes', async () => {
    const { from, call } = await behind(0)
    expect([await from(), await from('203.0.113.1'), await from('203.0.113.1, 127.0.0.1')]).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
    ])
    expect((await call('verify', { 'x-forwarded-proto': 'https' })).tls).toBe(false)
  })
})

describe('behind one proxy', () => {
  test('the last of the list is the caller, whatever stands before it and however it is spread', async () => {
    const { from } = await behind(1)
    expect(await from('203.0.113.9')).toBe('203.0.113.9')
    expect(await from('1.1.1.1, 203.0.113.9')).toBe('203.0.113.9')
    expect(await from('1.1.1.1', '2.2.2.2, 203.0.113.9')).toBe('203.0.113.9')
    expect(await from('127.0.0.1, 10.0.0.1, ::1, 203.0.113.9')).toBe('203.0.113.9')
    expect(await from(`${'9.9.9.9, '.repeat(500)}203.0.113.9`)).toBe('203.0.113.9')
  })

  test('an address that failed too often is refused whatever it writes before its own, and others are not', async () => {
    const { at, call } = await behind(1)
    const date_created = new Date().toISOString()
    await at.database.db
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 50 }, (_, i) => ({
          username: `n${i}@test.pe`,
          address: '203.0.113.9',
          result: 'failed',
          date_created,
        })),
      )
      .execute()
    const login = (list: string) =>
      call(
        'login/login',
        { 'x-forwarded-for': list },
        { username: emailOf('reader'), password: 'otra', app_version_code: 125 },
      )
    for (const forged of ['203.0.113.9', '1.1.1.1, 203.0.113.9', '8.8.8.8, 127.0.0.1, 203.0.113.9'])
      expect(await login(forged)).toMatchObject({ status: 429, answer: { code: 'TOO_MANY' } })
    expect((await login('203.0.113.9, 203.0.113.10')).status).toBe(401)
  })

  test("the protocol is the proxy's word", async () => {
    const { call } = await behind(1)
    expect((await call('verify', { 'x-forwarded-proto': 'https' })).tls).toBe(true)
    expect((await call('verify', {})).tls).toBe(false)
  })
})

test('behind two proxies the last but one is the caller', async () => {
  const { from } = await behind(2)
  expect([await from('203.0.113.9, 10.0.0.1'), await from('1.1.1.1, 203.0.113.9, 10.0.0.1')]).toEqual([
    '203.0.113.9',
    '203.0.113.9',
  ])
})

test('of networks the last that is none of them is the caller, and only theirs is believed', async () => {
  const near = await behind(['127.0.0.0/8', '10.0.0.0/8'])
  expect([await near.from('1.1.1.1, 203.0.113.9, 10.2.3.4'), await near.from('203.0.113.9')]).toEqual([
    '203.0.113.9',
    '203.0.113.9',
  ])
  const far = await behind(['10.0.0.0/8'])
  expect(await far.from('203.0.113.9')).toBe('127.0.0.1')
  expect((await far.call('verify', { 'x-forwarded-proto': 'https' })).tls).toBe(false)
})

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressKind } from '../../src/server/platform/network/address-kind'
import { outboundCalls, type MayCall } from '../../src/server/platform/network/call-out'

describe('an address', () => {
  test.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['2002:808:808::1', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['64:ff9b:1::10.0.0.1', 'private'],
    ['2002:a00:1::', 'private'],
    ['::10.0.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.0.1', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['169.254.169.254', 'metadata'],
    ['fe80::1', 'metadata'],
    ['fe80::1%eth0', 'metadata'],
    ['[fd00:ec2::254]', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['224.0.0.1', 'special'],
    ['255.255.255.255', 'special'],
    ['ff02::1', 'special'],
    ['192.0.2.1', 'special'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})

describe('a call to an address that somebody entered', () => {
  let server: Server
  let port = 0
  let asked = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++
      if (request.url === '/far') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else if (request.url === '/long') response.end('x'.repeat(2000))
      else if (request.url === '/slow') setTimeout(() => response.end('late'), 400)
      else response.end('hello')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    server?.close()
    server.closeAllConnections()
    await once(server, 'close')
  })

  const call = (host: string, path = '/', may: MayCall = () => true) =>
    outboundCalls(may)({ url: `http://${host}:${port}${path}`, wait_ms: 200, max_bytes: 1000 })
  const outside: MayCall = (kind) => kind === 'public'
  const refused = (code: string): object => ({ name: 'OutboundError', code })

  test('is answered where its kind is allowed', async () => {
    expect(await call('127.0.0.1')).toMatchObject({ status: 200, text: 'hello' })
    expect(await call('localhost')).toMatchObject({ status: 200 })
  })

  test('does not leave for what is not allowed: written in any notation, or behind a name', async () => {
    const before = asked
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      'localhost',
    ]) {
      await expect(call(host, '/', outside), host).rejects.toMatchObject(refused('blocked'))
    }
    expect(asked).toBe(before)
  })

  test('asks the rule about the host by its name, so that an owner may allow it', async () => {
    expect(await call('localhost', '/', (kind, host) => kind === 'public' || host === 'localhost')).toMatchObject({
      text: 'hello',
    })
  })

  test('uses no connection that another rule has opened', async () => {
    await call('localhost')
    await expect(call('localhost', '/', outside)).rejects.toMatchObject(refused('blocked'))
  })

  test('follows no redirect, reads no more than it should and waits no longer', async () => {
    await expect(call('127.0.0.1', '/far')).rejects.toMatchObject(refused('redirect'))
    await expect(call('127.0.0.1', '/long')).rejects.toMatchObject(refused('too_long'))
    await expect(call('127.0.0.1', '/slow')).rejects.toMatchObject(refused('slow'))
    await expect(
      outboundCalls(() => true)({ url: 'file:///etc/passwd', wait_ms: 100, max_bytes: 10 }),
    ).rejects.toMatchObject(refused('protocol'))
  })
})

import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

let at: TestApp
let port = 0
beforeAll(async () => {
  at = await testApp({ open: openOne, leastSpeed: { bytes: 2000, in_ms: 400 } })
  await at.app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(at.app.listeningOrigin).port)
})
afterAll(() => at?.close())

/** Sends a call's body in pieces at a pace and gives back all that was answered. */
function sent(path: string, head: readonly string[], pieces: readonly string[], every_ms: number): Promise<string> {
  return new Promise((done) => {
    const left = [...pieces]
    let said = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write([`POST ${path} HTTP/1.1`, 'host: test', 'connection: close', ...head, '', ''].join('\r\n')),
    )
    const timer = setInterval(() => {
      if (left.length > 0) socket.write(left.shift() ?? '')
    }, every_ms)
    socket.on('data', (bytes) => {
      said += String(bytes)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      done(said)
    })
  })
}
const LOGIN = '/api/admin/login/login'
const account = (filler: number) =>
  JSON.stringify({ username: `${'a'.repeat(filler)}@test.pe`, password: 'x', app_version_code: 125 })

test('a body that comes in drops is cut, of a known length and in pieces', async () => {
  const drops = Array.from({ length: 7_000 }, () => 'x')
  expect(await sent(LOGIN, ['content-type: application/json', 'content-length: 7000'], drops, 50)).toMatch(
    /^HTTP\/1.1 408 /,
  )
  expect(
    await sent(
      LOGIN,
      ['content-type: application/json', 'transfer-encoding: chunked'],
      drops.map(() => '1\r\nx\r\n'),
      50,
    ),
  ).toMatch(/^HTTP\/1.1 408 /)
})

test('so is a body that nobody reads any more', async () => {
  expect(
    await sent(
      '/api/admin/nowhere',
      ['content-length: 10000'],
      Array.from({ length: 10_000 }, () => 'x'),
      50,
    ),
  ).toMatch(/^HTTP\/1.1 40\d /)
})

test('a body over a slow line takes as long as it takes', async () => {
  const body = account(7_000)
  // Three times as long as a body may stand still.
  const pieces = body.match(/[^]{1,300}/g) ?? []
  expect(await sent(LOGIN, ['content-type: application/json', `content-length: ${body.length}`], pieces, 50)).toMatch(
    /^HTTP\/1.1 4(00|01|22) /,
  )
})

import { Agent, get } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startServerProcess, type ServerProcess } from './server-process'

const folder = mkdtempSync(join(tmpdir(), 'drain-'))
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Reply {
  readonly status: number
  readonly closes: boolean
}

/** A call over a kept connection. */
function call(address: string, agent: Agent, path: string): Promise<Reply> {
  return new Promise((done, fail) => {
    get(`${address}${path}`, { agent }, (reply) => {
      reply.resume()
      reply.on('end', () => done({ status: reply.statusCode ?? 0, closes: reply.headers.connection === 'close' }))
      reply.on('error', fail)
    }).on('error', fail)
  })
}

test('a server that is to end says so first, takes calls meanwhile, cuts none and goes in time', async () => {
  server = await startServerProcess({ DATA_DIR: join(folder, 'var'), DEMO: '0', DRAIN_MS: '1500' })
  const { address } = server
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const probes = new Agent({ keepAlive: false })
  // One who connects and says nothing, and one in the middle of a call, hold nobody up.
  const silent = connect(Number(new URL(address).port), '127.0.0.1')
  const slow = connect(Number(new URL(address).port), '127.0.0.1', () => {
    slow.write(
      'POST /api/admin/login/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    )
  })
  for (const socket of [silent, slow]) socket.on('error', () => {})
  const replies: Reply[] = []
  const broken: unknown[] = []
  const calls: Promise<void>[] = []
  let isReady = true
  const sending = setInterval(() => {
    if (isReady)
      calls.push(
        call(address, agent, calls.length % 2 === 0 ? '/healthz' : '/api/admin/verify').then(
          (reply) => {
            replies.push(reply)
          },
          (error: unknown) => {
            broken.push(error)
          },
        ),
      )
  }, 5)
  try {
    await expect.poll(() => replies.length).toBeGreaterThan(100)
    const before = replies.length
    const began = performance.now()
    const ended = server.end('SIGTERM')
    // As a balancer does: it asks now and then, and sends elsewhere once it is told to.
    while (isReady) {
      await sleep(200)
      isReady = (await call(address, probes, '/readyz')).status === 200
    }
    await Promise.all(calls)
    expect(broken).toEqual([])
    expect(replies.length).toBeGreaterThan(before)
    expect(replies.slice(0, before).some(({ closes }) => closes)).toBe(false)
    expect(replies.slice(before).some(({ closes }) => closes)).toBe(true)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect(await ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(9000)
  } finally {
    clearInterval(sending)
    for (const socket of [silent, slow]) socket.destroy()
    agent.destroy()
    probes.destroy()
  }
})

test('a second signal ends it at once', async () => {
  server = await startServerProcess({ DATA_DIR: join(folder, 'var'), DEMO: '0', DRAIN_MS: '30000' })
  const first = server.end('SIGTERM')
  await expect.poll(() => server?.said()).toContain('SIGTERM: stopping.')
  await server.end('SIGINT')
  expect(await first).toBe(130)
})

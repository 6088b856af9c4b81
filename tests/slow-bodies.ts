import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from './api/server-process'

// `npm run test:slow [-- seconds]`: two hundred clients send bodies of a byte in five seconds, and begin again when
// they are cut, while another one works.

const SECONDS = Number(process.argv[2] ?? 500)
const CLIENTS = 200
const DROP_MS = 5000
/** A body that brings nothing is cut after 30 s, found within a quarter of that. */
const MAX_HELD_MS = 45_000

const folder = mkdtempSync(join(tmpdir(), 'slow-'))
const server = await startServerProcess({ DATA_DIR: join(folder, 'var'), DEMO: '0' })
const port = Number(new URL(server.address).port)
const end = performance.now() + SECONDS * 1000
let [cut, longest_ms] = [0, 0]

function drip(): Promise<void> {
  return new Promise((done) => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        'POST /api/admin/login/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 4000000\r\n\r\n',
      ),
    )
    const timer = setInterval(() => (performance.now() < end ? socket.write('x') : socket.destroy()), DROP_MS)
    socket.on('data', () => {}).on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      longest_ms = Math.max(longest_ms, performance.now() - began)
      if (performance.now() < end) cut++
      done()
    })
  })
}
const attack = Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < end) await drip()
  }),
)
const times: number[] = []
while (performance.now() < end) {
  const began = performance.now()
  const reply = await fetch(`${server.address}/healthz`)
  await reply.text()
  if (!reply.ok) throw new Error(`Another client was answered ${reply.status}.`)
  times.push(performance.now() - began)
  await sleep(250)
}
await attack
await server.end('SIGTERM')
rmSync(folder, { recursive: true, force: true })
times.sort((a, b) => a - b)
console.log(
  `${SECONDS} s, ${CLIENTS} clients: ${cut} bodies cut, none held longer than ${(longest_ms / 1000).toFixed(0)} s; ${times.length} other calls, ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms median, ${times.at(-1)?.toFixed(0)} ms worst`,
)
if (longest_ms > MAX_HELD_MS) process.exitCode = 1

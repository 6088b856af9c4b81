import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { isUnderWay, type ImportStatus } from '../../src/model/import-answer'
import { type Bench, atMost } from './bench'
import { type ChildServer, childServer } from '../child-server'
import { multipart } from '../multipart'

const ROWS = 50_000
const QUICK_ROWS = 5000
const LIST_EVERY_MS = 200
const LOOK_EVERY_MS = 250

/** A spreadsheet of many rows verified: its time, the server's memory, and how long a list takes meanwhile. */
export async function imports(bench: Bench): Promise<void> {
  const server = await childServer('engine-server.ts', bench.env)
  try {
    const rows = bench.quick ? QUICK_ROWS : ROWS
    const file = await ridesFile(rows)
    // The first file warms the reader's code, the first list the statements.
    await verify(bench, server, await ridesFile(50))
    const quiet = await listTimes(bench, server, () => sleep(2000))
    const before = server.memory_mb()
    let most = before
    const watch = setInterval(() => { most = Math.max(most, server.memory_mb()) }, 50)
    const began = performance.now()
    let seconds = 0
    const busy = await listTimes(bench, server, async () => {
      const { counts, msg, state } = await verify(bench, server, file)
      seconds = (performance.now() - began) / 1000
      if (state !== 'verified' || counts.ok !== rows) throw new Error(`${counts.ok} of ${rows} rows are right: ${state}, ${msg}`)
    }).finally(() => clearInterval(watch))
    const growth = most - before
    bench.tell(`xlsx of ${rows} rows (${(file.length / 1e6).toFixed(1)} MB) uploaded and verified`, `${seconds.toFixed(1)} s`, atMost(seconds, 20, ' s'))
    bench.tell('memory of the server meanwhile', `grew by ${growth.toFixed(0)} MB from ${before.toFixed(0)} MB`, atMost(growth, 400, ' MB'))
    bench.tell(`a list asked every ${LIST_EVERY_MS} ms meanwhile`, `${said(busy)}; without an import ${said(quiet)}`)
  } finally {
    await server.stop()
  }
}

const said = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b)
  return `${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} ms median, ${(sorted.at(-1) ?? 0).toFixed(0)} ms worst of ${sorted.length}`
}

/** Milliseconds that a page of a list took, asked again and again while something else is done. */
async function listTimes({ tokens }: Bench, { url }: ChildServer, work: () => Promise<void>): Promise<readonly number[]> {
  const asked: Promise<number>[] = []
  const ask = async (): Promise<number> => {
    const began = performance.now()
    const reply = await fetch(`${url}/api/admin/rides?limit=15&count=none`, { headers: { authorization: `Bearer ${tokens.tenant}` } })
    await reply.text()
    if (!reply.ok) throw new Error(`A list meanwhile was answered ${reply.status}.`)
    return performance.now() - began
  }
  const timer = setInterval(() => asked.push(ask()), LIST_EVERY_MS)
  await work().finally(() => clearInterval(timer))
  return Promise.all(asked)
}

/** Uploads a file, waits until it is verified, and gives the run up. */
async function verify({ tokens }: Bench, { url }: ChildServer, file: Uint8Array): Promise<ImportStatus> {
  const headers = { authorization: `Bearer ${tokens.root}` }
  const ask = async (path: string, options: RequestInit): Promise<ImportStatus> => {
    const reply = await fetch(`${url}/api/admin/rides/${path}`, options)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return JSON.parse(text) as ImportStatus
  }
  const body = multipart(file, 'rides.xlsx')
  let run = await ask('importVerify', { method: 'POST', body: new Uint8Array(body.payload), headers: { ...headers, ...body.headers } })
  while (isUnderWay(run.state)) {
    await sleep(LOOK_EVERY_MS)
    run = await ask(`importStatus?id=${run.id}`, { headers })
  }
  await ask('importCancel', { method: 'POST', body: JSON.stringify({ id: run.id }), headers: { ...headers, 'content-type': 'application/json' } })
  return run
}

/** Rides as a company would write them: references by name, amounts as numbers, moments as texts. */
function ridesFile(rows: number): Promise<Uint8Array> {
  const header = ['name', 'notes', 'id_company', 'id_branch', 'id_driver', 'id_vehicle', 'amount', 'tip', 'distance', 'date_ride']
  const lines = Array.from({ length: rows }, (_, i) => [
    `Viaje ${i} de José Núñez`, i % 3 === 0 ? `Nota del viaje ${i}` : null, `Company ${1 + (i % 200)}`, `Branch ${1 + (i % 20)}`,
    `Driver ${1 + (i % 2000)}`, `ABC-${1 + ((i * 7) % 2000)}`, 5 + (i % 400) / 10, i % 4 === 0 ? 1 : null, (i * 37) % 40_000,
    new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
  ])
  return writeXlsx({ sheets: [{ name: 'Viajes', rows: [header, ...lines] }] })
}

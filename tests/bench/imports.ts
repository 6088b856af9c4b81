import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { isUnderWay, type ImportStatus } from '../../src/model/import-answer'
import { type Bench, atLeast, atMost } from './bench'
import { type ChildServer, childServer } from '../child-server'
import { multipart } from '../multipart'

const ROWS = 50_000
const QUICK_ROWS = 5000
const LIST_EVERY_MS = 200
const LOOK_EVERY_MS = 250
const MAX_SECONDS = 10
const MAX_MB = 350
const MIN_SAVED_A_SECOND = 3000

/**
 * A spreadsheet of many rows verified and saved: the time of each, the server's memory, and how long a list takes
 * meanwhile.
 */
export async function imports(bench: Bench): Promise<void> {
  const server = await childServer('engine-server.ts', bench.env)
  try {
    const rows = bench.quick ? QUICK_ROWS : ROWS
    const file = await ridesFile(rows)
    // The first file warms the code that reads and saves, the first list the statements.
    await save(bench, server, await verify(bench, server, await ridesFile(50)))
    const quiet = await listTimes(bench, server, () => sleep(2000))
    const verified = await measured(bench, server, () => verify(bench, server, file))
    const { counts, msg, state } = verified.answer
    if (state !== 'verified' || counts.ok !== rows)
      throw new Error(`${counts.ok} of ${rows} rows are right: ${state}, ${msg}`)
    const saved = await measured(bench, server, () => save(bench, server, verified.answer))
    if (saved.answer.counts.created !== rows)
      throw new Error(`${saved.answer.counts.created} of ${rows} rows were saved: ${saved.answer.msg}`)
    const a_second = rows / saved.seconds
    bench.tell(
      `xlsx of ${rows} rows (${(file.length / 1e6).toFixed(1)} MB) uploaded and verified`,
      `${verified.seconds.toFixed(1)} s`,
      atMost(verified.seconds, MAX_SECONDS, ' s'),
    )
    bench.tell('memory of the server meanwhile', grown(verified), atMost(verified.grew_mb, MAX_MB, ' MB'))
    bench.tell(
      `a list asked every ${LIST_EVERY_MS} ms meanwhile`,
      `${said(verified.lists)}; without an import ${said(quiet)}`,
    )
    bench.tell(
      'its rows saved',
      `${a_second.toFixed(0)} a second, in ${saved.seconds.toFixed(1)} s`,
      atLeast(a_second, MIN_SAVED_A_SECOND),
    )
    bench.tell('memory of the server meanwhile', grown(saved), atMost(saved.grew_mb, MAX_MB, ' MB'))
    bench.tell(`a list asked every ${LIST_EVERY_MS} ms meanwhile`, said(saved.lists))
  } finally {
    await server.stop()
  }
}

interface Measured {
  readonly answer: ImportStatus
  readonly seconds: number
  readonly from_mb: number
  readonly grew_mb: number
  readonly lists: readonly number[]
}

/** A part of an import with its time, the server's memory at most, and the times of a list meanwhile. */
async function measured(bench: Bench, server: ChildServer, work: () => Promise<ImportStatus>): Promise<Measured> {
  const from_mb = server.memory_mb()
  let most = from_mb
  const watch = setInterval(() => {
    most = Math.max(most, server.memory_mb())
  }, 50)
  const began = performance.now()
  const done = work().then((answer) => ({ answer, seconds: (performance.now() - began) / 1000 }))
  const lists = await listTimes(bench, server, async () => void (await done)).finally(() => clearInterval(watch))
  return { ...(await done), from_mb, grew_mb: most - from_mb, lists }
}

const grown = ({ from_mb, grew_mb }: Measured): string =>
  `grew by ${grew_mb.toFixed(0)} MB from ${from_mb.toFixed(0)} MB`

const said = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b)
  return `${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} ms median, ${(sorted.at(-1) ?? 0).toFixed(0)} ms worst of ${sorted.length}`
}

/** Milliseconds that a page of a list took, asked again and again while something else is done. */
async function listTimes(
  { tokens }: Bench,
  { url }: ChildServer,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const asked: Promise<number>[] = []
  const ask = async (): Promise<number> => {
    const began = performance.now()
    const reply = await fetch(`${url}/api/admin/rides?limit=15&count=none`, {
      headers: { authorization: `Bearer ${tokens.tenant}` },
    })
    await reply.text()
    if (!reply.ok) throw new Error(`A list meanwhile was answered ${reply.status}.`)
    return performance.now() - began
  }
  const timer = setInterval(() => asked.push(ask()), LIST_EVERY_MS)
  await work().finally(() => clearInterval(timer))
  return Promise.all(asked)
}

/** A call on the rides by someone who may see them all. */
async function ask(
  { tokens }: Bench,
  { url }: ChildServer,
  path: string,
  options: RequestInit = {},
): Promise<ImportStatus> {
  const headers = { authorization: `Bearer ${tokens.root}`, ...options.headers }
  const reply = await fetch(`${url}/api/admin/rides/${path}`, { ...options, headers })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
  return JSON.parse(text) as ImportStatus
}

/** Asks until nothing is under way. */
async function settled(bench: Bench, server: ChildServer, begun: ImportStatus): Promise<ImportStatus> {
  let run = begun
  while (isUnderWay(run.state)) {
    await sleep(LOOK_EVERY_MS)
    run = await ask(bench, server, `importStatus?id=${run.id}`)
  }
  return run
}

/** Uploads a file and waits until it is verified. */
async function verify(bench: Bench, server: ChildServer, file: Uint8Array): Promise<ImportStatus> {
  const { payload, headers } = multipart(file, 'rides.xlsx')
  return settled(
    bench,
    server,
    await ask(bench, server, 'importVerify', { method: 'POST', body: new Uint8Array(payload), headers }),
  )
}

/** Saves the rows of a verified run and waits until all are saved. */
async function save(bench: Bench, server: ChildServer, { id }: ImportStatus): Promise<ImportStatus> {
  const options = { method: 'POST', body: JSON.stringify({ id }), headers: { 'content-type': 'application/json' } }
  return settled(bench, server, await ask(bench, server, 'importSave', options))
}

/** Rides as a company would write them: references by name, amounts as numbers, moments as texts. */
function ridesFile(rows: number): Promise<Uint8Array> {
  const header = [
    'name',
    'notes',
    'id_company',
    'id_branch',
    'id_driver',
    'id_vehicle',
    'amount',
    'tip',
    'distance',
    'date_ride',
  ]
  const lines = Array.from({ length: rows }, (_, i) => [
    `Viaje ${i} de José Núñez`,
    i % 3 === 0 ? `Nota del viaje ${i}` : null,
    `Company ${1 + (i % 200)}`,
    `Branch ${1 + (i % 20)}`,
    `Driver ${1 + (i % 2000)}`,
    `ABC-${1 + ((i * 7) % 2000)}`,
    5 + (i % 400) / 10,
    i % 4 === 0 ? 1 : null,
    (i * 37) % 40_000,
    new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
  ])
  return writeXlsx({ sheets: [{ name: 'Viajes', rows: [header, ...lines] }] })
}

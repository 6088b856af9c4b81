import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi, type RunnerTestSuite } from 'vitest'

// Files share a worker and all that it has imported, so what one leaves behind would be in the next one's way: this
// setup file holds each to leaving the process as it found it.

/** What the process has, in words that can be compared. */
interface State {
  /** Names of globals, variables of the environment with their values, the folder, a clock that is not the real one. */
  readonly facts: ReadonlySet<string>
  readonly listeners: { readonly [event: string]: number }
  readonly open: { readonly [kind: string]: number }
}

/**
 * Servers that still listen, connections, threads, programs that still run. A timer is none of them: a pool's idle one
 * ends by itself.
 */
const KINDS = new Set([
  'TCPServerWrap',
  'TCPSocketWrap',
  'PipeWrap',
  'PipeServerWrap',
  'ProcessWrap',
  'Worker',
  'MessagePort',
  'FSEventWrap',
])
const EVENTS = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'uncaughtException',
  'unhandledRejection',
  'exit',
  'beforeExit',
  'warning',
]
// A socket that is closed goes with the next turns of the loop, a thread somewhat later.
const PATIENCE_MS = 5000

function stateNow(): State {
  const open: { [kind: string]: number } = {}
  for (const kind of process.getActiveResourcesInfo()) if (KINDS.has(kind)) open[kind] = (open[kind] ?? 0) + 1
  return {
    facts: new Set([
      ...Object.entries(process.env).map(([name, value]) => `environment ${name}=${value}`),
      ...Object.getOwnPropertyNames(globalThis).map((name) => `global ${name}`),
      `folder ${process.cwd()}`,
      `clock ${vi.isFakeTimers() ? 'false' : 'real'}`,
    ]),
    listeners: Object.fromEntries(EVENTS.map((event) => [event, process.listenerCount(event)])),
    open,
  }
}

/** What is there now and was not before. */
function left(before: State, now: State): string[] {
  const more = (kind: 'listeners' | 'open') =>
    Object.entries(now[kind])
      .filter(([name, count]) => count > (before[kind][name] ?? 0))
      .map(([name, count]) => `${name}: ${before[kind][name] ?? 0} before, ${count} now`)
  return [
    ...[...now.facts].filter((fact) => !before.facts.has(fact)),
    ...[...before.facts].filter((fact) => !now.facts.has(fact)).map((fact) => `gone: ${fact}`),
    ...more('listeners'),
    ...more('open'),
  ]
}

/** Whether the hook of a suite failed, its own or that of one within. */
const isUnmade = ({ result, tasks }: RunnerTestSuite): boolean =>
  (result?.errors?.length ?? 0) > 0 || tasks.some((task) => task.type === 'suite' && isUnmade(task))

let before: State
beforeAll(() => {
  before = stateNow()
})
// Of hooks that end, the first that was set is the last to run: this one runs when the file has tidied up.
// oxlint-disable-next-line no-empty-pattern -- the runner reads the pattern: no fixture is asked for
afterAll(async ({}, file) => {
  // What screens fetch ahead as soon as they are imported: cut off here, it would be lost to the files after this one.
  await vi.dynamicImportSettled()
  // What could not be made cannot be closed: its own error is told alone.
  if (isUnmade(file)) return
  const end = performance.now() + PATIENCE_MS
  while (left(before, stateNow()).length > 0 && performance.now() < end) await sleep(20)
  expect(left(before, stateNow()), 'what the file left in its worker').toEqual([])
})

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { timed } from '../times/spans'

const ROOT = join(import.meta.dirname, '../..')

export interface ServerProcess {
  readonly address: string
  readonly pid: number
  /** Everything it has said so far. */
  said(): string
  /** Signals it and waits for its end; the exit code, or the signal that killed it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

type Env = { readonly [name: string]: string }

// `npm test` has just built the project: what is shipped is what is tested, and starts in a third of the time. By hand
// a build may be older than the source; and development has the source alone.
function entryOf(args: readonly string[], engine: boolean): readonly string[] {
  if (process.env['TEST_BUILT'] === '1' && args[0] !== 'dev') return [`dist/server/${engine ? 'engine' : 'main'}.js`]
  return ['--import', 'tsx', engine ? 'src/server/boot/main.ts' : 'custom/main.server.ts']
}

/**
 * What the embedded database is compiled by: the better compiler costs a server that lives for one test more than it
 * saves, 2 of 7 s of the processor; what it saves is as much after 500 calls.
 */
const QUICK = ['--liftoff-only']

/** An application of another trade has none of this one's features; a copy of the project has them all. */
const isOther = ({ PROJECT_DIR = '' }: Env): boolean => PROJECT_DIR.startsWith('tests/applications/')

/**
 * The project's own entry as `npm start` runs it, of another application the engine's; from source unless this run has
 * built it.
 */
function run(args: readonly string[], env: Env, flags: readonly string[] = QUICK) {
  const { DATABASE_URL: _, DEMO: _demo, PORT: _port, DATA_DIR: _dir, ...inherited } = process.env
  return spawn(process.execPath, [...flags, ...entryOf(args, isOther(env)), ...args], {
    cwd: ROOT,
    env: { ...inherited, HOST: '127.0.0.1', FLEET: '0', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command to its end. */
export function runCommand(
  args: readonly string[],
  env: Env,
): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = run(args, env)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

/**
 * Starts the server on a free port and waits until it says where it is.
 * @param flags of Node; none for a server of a whole run
 */
export function startServerProcess(
  env: Env,
  args: readonly string[] = ['start'],
  flags?: readonly string[],
): Promise<ServerProcess> {
  return timed(
    'server',
    () =>
      new Promise((resolve, reject) => {
        const child = run(args, { PORT: '0', ...env }, flags)
        let said = ''
        const ended = new Promise<number | NodeJS.Signals>((done) =>
          child.on('close', (code, signal) => done(code ?? signal ?? 0)),
        )
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk) => {
            said += String(chunk)
            const address = /The console is at (http:\S+)/.exec(said)?.[1]
            if (address) {
              resolve({
                address,
                pid: child.pid ?? 0,
                said: () => said,
                end: (signal) => {
                  child.kill(signal)
                  return ended
                },
              })
            }
          })
        }
        void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
      }),
  )
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface ServerProcess {
  readonly address: string
  /** Everything it has said so far. */
  said(): string
  /** Signals it and waits for its end; the exit code, or the signal that killed it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

type Env = { readonly [name: string]: string }

/** The project's own entry, from source, as `npm start` runs it once built. */
function run(args: readonly string[], env: Env) {
  const { DATABASE_URL: _, DEMO: _demo, PORT: _port, DATA_DIR: _dir, ...inherited } = process.env
  return spawn(process.execPath, ['--import', 'tsx', 'custom/main.server.ts', ...args], { cwd: ROOT, env: { ...inherited, HOST: '127.0.0.1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a command to its end. */
export function runCommand(args: readonly string[], env: Env): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = run(args, env)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { said += String(chunk) })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

/** Starts the server on a free port and waits until it says where it is. */
export function startServerProcess(env: Env, args: readonly string[] = ['start']): Promise<ServerProcess> {
  return new Promise((resolve, reject) => {
    const child = run(args, { PORT: '0', ...env })
    let said = ''
    const ended = new Promise<number | NodeJS.Signals>((done) => child.on('close', (code, signal) => done(code ?? signal ?? 0)))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
        const address = /The console is at (http:\S+)/.exec(said)?.[1]
        if (address) {
          resolve({
            address, said: () => said,
            end: (signal) => {
              child.kill(signal)
              return ended
            },
          })
        }
      })
    }
    void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timed } from './times/spans'

export interface ChildServer {
  readonly url: string
  /** Milliseconds from the command to the first answer of its port. */
  readonly started_ms: number
  /** Resident memory at present, in MB. */
  memory_mb(): number
  stop(): Promise<void>
  /** SIGKILL: nothing of it gets a chance to tidy up. */
  kill(): Promise<void>
}

/** Runs a file of this folder as a server in a process of its own and waits until it listens. */
export function childServer(file: string, env: { readonly [name: string]: string }): Promise<ChildServer> {
  const began = performance.now()
  return timed(
    'server',
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file)], {
          env: { ...process.env, NODE_ENV: 'production', ...env },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const gone = new Promise<void>((done) => child.once('close', () => done()))
        child.once('close', (code) => reject(new Error(`${file} ended with ${code}`)))
        child.stdout.on('data', (chunk) => {
          const port = /listening (\d+)/.exec(String(chunk))?.[1]
          // What a server logs is why a test fails; it is nowhere else.
          if (!port) return void process.stderr.write(chunk)
          resolve({
            url: `http://127.0.0.1:${port}`,
            started_ms: performance.now() - began,
            memory_mb: () =>
              Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
            stop: () => {
              child.kill('SIGTERM')
              return gone
            },
            kill: () => {
              child.kill('SIGKILL')
              return gone
            },
          })
        })
      }),
  )
}

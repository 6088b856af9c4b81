import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { watchFiles } from './file-watch'

/** Set for the process that serves, so that it does not supervise itself. */
export const SERVES = 'DEV_SERVES'

const CODE = ['src', 'custom']
// vite reloads the browser half; demo data is made once.
const SERVER_CODE = /\.(ts|json)$/
const CLIENT_CODE = /[\\/](client|e2e)[\\/]|\.tsx$|view\.tsx?$/

/**
 * Runs the same command in a child and restarts it when server code is saved. The database is closed in between,
 * because no two processes may have its folder.
 */
export function supervise(root: string, log: (line: string) => void): Promise<number> {
  return new Promise((resolve) => {
    let child: ChildProcess | null = null
    let restarting = false
    let stopping = false
    let watching = false

    const run = () => {
      const env = { ...process.env, [SERVES]: '1' }
      child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env })
      child.once('exit', (code) => {
        child = null
        if (restarting) {
          restarting = false
          run()
        } else if (stopping) end(0)
        else if (code === 0) end(0)
        else log('The server stopped. It starts again when code is saved.')
      })
    }
    const isServers = (path: string) => SERVER_CODE.test(path) && !CLIENT_CODE.test(path)
    const unwatch = watchFiles(
      CODE.map((folder) => join(root, folder)),
      isServers,
      async () => {
        // The first call reports the existing files, which are already running.
        if (!watching) {
          watching = true
          return
        }
        if (stopping || restarting) return
        log('Code of the server was saved: starting again.')
        if (!child) return run()
        restarting = true
        child.kill('SIGTERM')
      },
    )
    const stop = () => {
      stopping = true
      if (child) child.kill('SIGTERM')
      else end(0)
    }
    const end = (code: number) => {
      void unwatch()
      resolve(code)
      process.exit(code)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    run()
  })
}

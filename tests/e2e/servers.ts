import type { FullConfig } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { demoFolder, makeDemo } from '../demo-folder'

/**
 * A free-standing server for each worker: the built one, with an embedded database of its own and the demo in it. Its
 * made-up drivers stay at home: a test that needs them starts them, and the others need the machine.
 */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  // One that is there already is the only one.
  if (process.env['E2E_PORT'] !== undefined) return async () => {}
  const removeDemos = await makeDemo()
  const servers = await Promise.all(
    Array.from({ length: workers }, () => startServerProcess({ DATA_DIR: demoFolder() }, ['start'], [])),
  )
  servers.forEach(({ address }, place) => {
    process.env[`E2E_ADDRESS_${place}`] = address
  })
  return async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    removeDemos()
  }
}

/** Where a worker's server is. */
export const addressOf = (worker: number): string =>
  process.env[`E2E_ADDRESS_${worker}`] ?? `http://127.0.0.1:${process.env['E2E_PORT'] ?? ''}`

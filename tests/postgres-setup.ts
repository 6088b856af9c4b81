import type { TestProject } from 'vitest/node'
import { privatePostgres } from './postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL: its address, or why there is none. */
    postgres: { readonly url: string } | { readonly skipped: string }
  }
}

/** One PostgreSQL for all test files of a run (`globalSetup`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await privatePostgres()
  if ('skipped' in server) console.log(`skipped: everything on PostgreSQL: ${server.skipped}`)
  project.provide('postgres', 'skipped' in server ? server : { url: server.url })
  return async () => {
    if ('stop' in server) await server.stop()
  }
}

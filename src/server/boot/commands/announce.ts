import type { Database } from '../../platform/database/database'
import type { ServerFeature } from '../../language/feature/feature'
import { livingRows } from '../../platform/database/engine-tables'

/** Tells the person who started the server its address, and who may log in to a demo. */
export async function announce({
  log,
  address,
  origin,
  database,
  features,
}: {
  readonly log: (line: string) => void
  readonly address: string
  readonly origin: 'demo' | 'empty'
  readonly database: Database
  readonly features: readonly ServerFeature[]
}): Promise<void> {
  const accounts = origin === 'demo' ? await demoAccounts(database, features) : []
  log([`\nThe console is at ${address}`, ...accounts].join('\n'))
}

// Only those that still exist.
async function demoAccounts(database: Database, features: readonly ServerFeature[]): Promise<string[]> {
  const accounts = features.flatMap((feature) => feature.demoAccounts ?? [])
  if (accounts.length === 0) return []
  const there = await livingRows(database.db, 'users')
    .select('email')
    .where('state', '=', '1')
    .where(
      'email',
      'in',
      accounts.map(({ email }) => email),
    )
    .execute()
  const emails = new Set(there.map(({ email }) => email))
  const wide = Math.max(...accounts.map(({ email }) => email.length))
  return [
    'Demo accounts (made-up data; DEMO=0 on a new data folder starts without them):',
    ...accounts
      .filter(({ email }) => emails.has(email))
      .map(({ email, password, what }) => `  ${email.padEnd(wide)}  ${password}  ${what}`),
  ]
}

import type { Database } from '../database/database'
import type { ServerFeature } from '../feature'

/** Tells whoever started the server where it is, and who may log in to a demo. */
export async function announce({ log, address, origin, database, features }: {
  readonly log: (line: string) => void
  readonly address: string
  readonly origin: 'demo' | 'empty'
  readonly database: Database
  readonly features: readonly ServerFeature[]
}): Promise<void> {
  log(`\nThe console is at ${address}`)
  const accounts = origin === 'demo' ? features.flatMap(({ demoAccounts }) => demoAccounts ?? []) : []
  if (accounts.length === 0) return
  const there = await database.db.selectFrom('users').select('email').where('state', '=', '1').where('date_deleted', 'is', null)
    .where('email', 'in', accounts.map(({ email }) => email)).execute() as { email: string }[]
  const emails = new Set(there.map(({ email }) => email))
  log('Demo accounts (made-up data; DEMO=0 on a new data folder starts without them):')
  const wide = Math.max(...accounts.map(({ email }) => email.length))
  for (const { email, password, what } of accounts) {
    if (emails.has(email)) log(`  ${email.padEnd(wide)}  ${password}  ${what}`)
  }
}

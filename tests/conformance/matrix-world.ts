import { demoFeature } from '../../custom/demo/server'
import type { SourceFile } from '../../src/model/load'
import type { Database } from '../../src/server/platform/database/database'
import { APPLICATION } from '../application'
import type { OpenFresh } from '../open-fresh'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { matrixAccounts, putShadows, type Account } from './matrix-accounts'
import { Expected } from './matrix-expected'
import { seedRows, type Seed } from './matrix-seed'

/** The application over its demo, rows of every owner, and everybody who tries the calls. */
export interface World {
  readonly at: ConformanceApp
  readonly database: Database
  readonly accounts: readonly Account[]
  readonly seeds: readonly Seed[]
  readonly expected: Expected
  /** Texts of made rows that an account must not read anywhere. */
  readonly hidden: (account: Account) => ReadonlySet<string>
}

export async function matrixWorld(open: OpenFresh, files: readonly SourceFile[], random: () => number): Promise<World> {
  const at = await conformanceApp(open, files, APPLICATION)
  try {
    return await furnished(at, files, random)
  } catch (error) {
    await at.app.close()
    await at.database.close()
    throw error
  }
}

/** The same app with everything in it. */
async function furnished(at: ConformanceApp, files: readonly SourceFile[], random: () => number): Promise<World> {
  const { database, model } = at
  await demoFeature.demo?.({ database, model, scale: 0.1, log: () => {}, settings: () => at.app.runtime.settings() })
  await putShadows(database)
  const seeds = await seedRows(at, random)
  const accounts = await matrixAccounts(at.app, database)
  const expected = await Expected.read(database, model, files)
  const hidden = new Map(
    accounts.map((account) => {
      const named = namedBy(expected, account)
      return [
        account,
        new Set(
          seeds.flatMap(({ entity, id, marker }) => {
            const row = expected.rows.get(entity)?.get(id)
            const isOpen = row && (expected.belongs(account, entity, row) || named.has(`${entity} ${String(id)}`))
            return marker !== null && row && !isOpen ? [marker] : []
          }),
        ),
      ] as const
    }),
  )
  return { at, database, accounts, seeds, expected, hidden: (account) => hidden.get(account) ?? new Set() }
}

/**
 * What the records of an account refer to: who reads a client reads the name of their cost centre, though they may not
 * open it.
 */
function namedBy(expected: Expected, account: Account): ReadonlySet<string> {
  const named = new Set<string>()
  for (const [name, rows] of expected.rows) {
    const references = Object.values(expected.model.entities[name]?.fields ?? {}).filter(
      ({ ref, virtual }) => ref && !virtual,
    )
    if (references.length === 0) continue
    for (const row of rows.values()) {
      if (row['date_deleted'] !== null || !expected.belongs(account, name, row)) continue
      for (const { name: field, ref } of references) {
        const id = row[field] ?? null
        if (id !== null) named.add(`${ref?.to ?? ''} ${String(id)}`)
      }
    }
  }
  return named
}

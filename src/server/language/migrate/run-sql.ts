import { CompiledQuery } from 'kysely'
import type { Tx } from '../../platform/database/database'

/** Runs statements that the migration itself has written: names from the checked Model, no user input. */
export async function runSql<Row>(tx: Tx, text: string): Promise<Row[]> {
  return (await tx.executeQuery<Row>(CompiledQuery.raw(text))).rows
}

/** Runs many statements in few exchanges with the server. */
export async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += 200) await runSql(tx, statements.slice(at, at + 200).join(';\n'))
}

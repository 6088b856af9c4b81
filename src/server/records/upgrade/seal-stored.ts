import { sql, type RawBuilder } from 'kysely'
import type { Model } from '../../../model/model'
import { ConfigError } from '../../platform/config'
import { fieldTypes } from '../../language/field-types'
import type { Database, Tx } from '../../platform/database/database'
import { isSealed, SealError, type Keyring } from '../../platform/secrets/keyring'

/** A column that holds secrets, sealed. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Of a JSON column the text is a JSON string; one that holds anything else is taken as its text. */
  readonly json: boolean
  readonly where: RawBuilder<boolean>
  /** What its values are bound to. */
  readonly place: (row: { readonly key: string | null }) => string
}

const ALL = sql<boolean>`true`

/** Settings that are secrets: keys that servers share, and passwords of other programs. */
const SECRET_SETTINGS = sql<boolean>`hidden and jsonb_typeof(value) = 'string'
  and (key like '%\\_key' or key like '%\\_password')`

/** Fields of the type `secret`, settings that are secrets, and what mails carry that the outbox does not show. */
function sealedColumns(model: Model): readonly SealedColumn[] {
  const fields = Object.values(model.entities).flatMap((entity) =>
    Object.values(entity.fields)
      .filter(({ type, dynamic }) => fieldTypes[type]?.sealed === true && !dynamic)
      .map(
        ({ name }): SealedColumn => ({
          table: entity.name,
          column: name,
          json: false,
          where: ALL,
          place: () => `${entity.name}.${name}`,
        }),
      ),
  )
  return [
    ...fields,
    { table: 'settings', column: 'value', json: true, where: SECRET_SETTINGS, place: ({ key }) => `settings.${key}` },
    { table: 'mail_outbox', column: 'secrets', json: true, where: ALL, place: () => 'mail_outbox.secrets' },
  ]
}

interface Stored {
  readonly id: number
  readonly key: string | null
  readonly value: string
}

/**
 * Seals what stands in the database in plain text, and anew what an older key has sealed, which is then no longer
 * needed.
 * @param drop empty what no key opens, in place of refusing
 * @returns how many were sealed and emptied
 * @throws {ConfigError} naming the columns that people filled and no key opens
 */
export async function sealStored(
  { transaction }: Database,
  model: Model,
  keyring: Keyring,
  { drop = false } = {},
): Promise<{ readonly sealed: number; readonly dropped: number }> {
  return transaction(async (tx) => {
    const count = { sealed: 0, dropped: 0 }
    const closed = new Set<string>()
    for (const column of sealedColumns(model)) {
      for (const row of await valuesOf(tx, column)) {
        if (keyring.isCurrent(row.value)) continue
        const plain = opened(keyring, row, column.place(row))
        // A key that servers made for themselves is made anew: what it signed is no longer valid, and nobody has to do
        // anything.
        if (plain === null && !drop && !isOwnKey(column, row)) closed.add(`${column.table}.${column.column}`)
        else {
          await put(tx, column, row.id, plain === null ? null : keyring.seal(plain, column.place(row)))
          count[plain === null ? 'dropped' : 'sealed']++
        }
      }
    }
    if (closed.size > 0) throw new ConfigError(lostKey([...closed]))
    return count
  })
}

const lostKey = (columns: readonly string[]): string =>
  `The database has secrets that no key at hand opens (${columns.join(', ')}). Put the key they were sealed with into SECRET_KEYS, behind the new one; ` +
  'if it is lost, `npm run reseal -- --drop` empties them, and they are entered anew.'

async function valuesOf(tx: Tx, { table, column, json, where }: SealedColumn): Promise<readonly Stored[]> {
  const value = json ? sql`${sql.ref(column)} #>> '{}'` : sql.ref(column)
  const key = table === 'settings' ? sql`key` : sql`null::text`
  const { rows } = await sql<Stored>`select id, ${key} as key, ${value} as value from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${where} for update`.execute(tx)
  return rows
}

function opened(keyring: Keyring, { value }: Stored, place: string): string | null {
  if (!isSealed(value)) return value
  try {
    return keyring.open(value, place)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const isOwnKey = ({ table }: SealedColumn, { key }: Stored): boolean =>
  table === 'settings' && key?.endsWith('_key') === true

async function put(tx: Tx, { table, column, json }: SealedColumn, id: number, sealed: string | null): Promise<void> {
  if (sealed === null && table === 'settings') {
    await sql`delete from settings where id = ${id}`.execute(tx)
    return
  }
  const value = json ? sql`to_jsonb(${sealed}::text)` : sql`${sealed}::text`
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(tx)
}

import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { Keyring } from '../../platform/secrets/keyring'
import { engineTables } from '../../platform/database/engine-tables'

interface HowWritten {
  /** They are never sent to a browser. */
  readonly hidden?: boolean
  /** Seals the texts among them whose name ends in `_password` or `_key`. */
  readonly keyring?: Keyring
}

/** Sets settings by key, replacing their values. */
export async function writeSettings(
  tx: Tx,
  values: JsonObject,
  { hidden = false, keyring }: HowWritten = {},
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const isSecret = typeof value === 'string' && value !== '' && /_(password|key)$/.test(key)
    const row = { value: JSON.stringify(isSecret && keyring ? keyring.seal(value, `settings.${key}`) : value), hidden }
    const there = await engineTables(tx)
      .updateTable('settings')
      .set(row)
      .where('key', '=', key)
      .where('date_deleted', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!there)
      await engineTables(tx)
        .insertInto('settings')
        .values({ key, ...row })
        .execute()
  }
}

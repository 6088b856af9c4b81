import { sql } from 'kysely'
import type { Json, JsonObject } from '../../model/json'
import type { Db } from '../database/database'
import type { ServerFeature } from '../feature'
import { defaultSettings } from './defaults'

export interface SettingsStore {
  /** Every setting, by key. */
  all(): Promise<JsonObject>
  /** Those a browser may know. */
  visible(): Promise<JsonObject>
  forget(): void
}

// A notice of a change may get lost with a connection: then this late, and no later.
const KEEP_MS = 60_000

interface Row { readonly key: string; readonly value: string | null; readonly hidden: unknown }
interface Read { readonly all: JsonObject; readonly visible: JsonObject }

/** Settings of the company over their defaults, kept until one changes. */
export function settingsStore(db: Db, features: readonly ServerFeature[]): SettingsStore {
  const defaults = defaultSettings(features)
  let kept: Promise<Read> | null = null
  let read_ms = 0

  async function read(): Promise<Read> {
    const rows = await db.selectFrom('settings').where('date_deleted', 'is', null)
      // As text, since one driver parses JSON and the other may not.
      .select(['key', sql`value::text`.as('value'), 'hidden']).execute() as unknown as Row[]
    const values = (these: readonly Row[]) =>
      Object.fromEntries(these.map(({ key, value }) => [key, value === null ? null : JSON.parse(value) as Json]))
    return {
      all: { ...defaults, ...values(rows) },
      visible: { ...defaults, ...values(rows.filter(({ hidden }) => hidden !== true && hidden !== 1)) },
    }
  }

  function once(): Promise<Read> {
    if (kept && Date.now() - read_ms < KEEP_MS) return kept
    const reading = read()
    kept = reading
    read_ms = Date.now()
    // A failure is not kept: the next call asks again.
    reading.catch(() => { if (kept === reading) kept = null })
    return reading
  }

  return {
    all: async () => (await once()).all,
    visible: async () => (await once()).visible,
    forget: () => { kept = null },
  }
}

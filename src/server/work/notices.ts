import { sql } from 'kysely'
import { chosenScope } from '../../model/application'
import type { Model } from '../../model/model'
import { factEntities } from '../language/actor/owner-facts'
import type { Database, Tx } from '../platform/database/database'
import { EFFECT_TABLES } from './events/live-effects'
import type { ServerFeature } from '../language/feature/feature'
import { settingEntities } from '../language/settings/settings-store'
import { WORD_TABLES } from '../language/words/live-words'

/** Channel on which the database notifies every process which of the watched tables changed. */
const CHANNEL = 'tr_changed'

// The changes that send a notice: a new session concerns nobody else, a closed one does.
const WATCHED: { readonly [table: string]: 'any' | 'state' | 'status' } = {
  users: 'any',
  roles: 'any',
  role_modules: 'any',
  modules: 'any',
  settings: 'any',
  forms: 'any',
  sessions: 'state',
  api_keys: 'status',
}

/**
 * Tables whose changes are sent to all processes: those that sessions depend on, with the rows that give people further
 * places, and whom people belong to.
 */
function watchedTables(model: Model): typeof WATCHED {
  const list = chosenScope(model.application.scopes)?.scope.list
  const owners = factEntities(model).map((entity): [string, 'any'] => [entity, 'any'])
  return { ...WATCHED, ...(list && { [list.entity]: 'any' }), ...Object.fromEntries(owners) }
}

export const isWatched = (model: Model, entity: string): boolean => Object.hasOwn(watchedTables(model), entity)

/** Puts triggers on the watched tables, one notice per statement, whoever writes; existing triggers are left alone. */
export async function putNotices(tx: Tx, model: Model, features: readonly ServerFeature[] = []): Promise<void> {
  const there = await sql<{
    tgname: string
  }>`select tgname from pg_trigger where tgname like 'tr\\_changed\\_%'`.execute(tx)
  const known = new Set(there.rows.map(({ tgname }) => tgname))
  const kept = new Set(features.flatMap(({ keeps }) => keeps?.tables ?? []).filter((table) => !isWatched(model, table)))
  const others = [
    ...settingEntities(model).map(({ name }) => name),
    ...[...EFFECT_TABLES, ...WORD_TABLES].filter((table) => model.entities[table]),
    ...kept,
  ]
  const watched = [...Object.entries(watchedTables(model)), ...others.map((table) => [table, 'any'] as const)]
  const missing = watched.filter(([table]) => !known.has(triggerName(table)))
  if (missing.length === 0) return
  await sql`create or replace function tr_notify_changed() returns trigger language plpgsql as
    $$ begin perform pg_notify('tr_changed', tg_table_name); return null; end $$`.execute(tx)
  for (const [table, when] of missing) {
    const events =
      when === 'any' ? sql`insert or update or delete` : sql`update of ${sql.id(when)}, date_deleted or delete`
    await sql`create trigger ${sql.id(triggerName(table))} after ${events} on ${sql.table(table)}
      for each statement execute function tr_notify_changed()`.execute(tx)
  }
}

/** Listens for changes by any process, this one included. */
export function listenToNotices(database: Database, listener: (entity: string) => void): Promise<() => Promise<void>> {
  return database.listen(CHANNEL, listener)
}

const triggerName = (table: string): string => `tr_changed_${table}`

import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'

/** A tariff's revision rises with every change of what it prices by: itself, its ranges, its zones and the prices between them. */
export const revisionHooks: readonly Hooks[] = [
  { entity: 'tarifs', afterSave: ({ tx }, record, before) => (before ? raise(tx, [record.id]) : Promise.resolve()) },
  ...['tarif_ranges', 'zones', 'prices'].map((entity): Hooks => ({
    entity,
    afterSave: ({ tx }, record, before) => raise(tx, tarifsOf([{ record, before }])),
    afterSaveMany: ({ tx }, saved) => raise(tx, tarifsOf(saved)),
    beforeRemove: ({ tx }, record) => raise(tx, [record.id_tarif]),
  })),
]

const tarifsOf = (saved: readonly { readonly record: JsonObject; readonly before: JsonObject | null }[]) =>
  saved.flatMap(({ record, before }) => [record.id_tarif, before?.id_tarif])

async function raise(tx: Tx, ids: readonly unknown[]): Promise<void> {
  // In one order, so that two writers do not wait for each other.
  const tarifs = [...new Set(ids.filter((id) => typeof id === 'number'))].sort((a, b) => a - b)
  for (const id of tarifs) await sql`update tarifs set revision = coalesce(revision, 0) + 1 where id = ${id}`.execute(tx)
}

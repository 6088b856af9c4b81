import { sql } from 'kysely'
import type { Entity } from '../../src/model/entity'
import type { Json } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Database } from '../../src/server/platform/database/database'
import type { Bench } from './matrix-kind'

/** Who stands in a catalogue, in which version. */
export async function fingerprint({ db }: Database, { entity }: Resource): Promise<string> {
  const { rows } = await sql<{
    n: string
  }>`select count(*) || '/' || sum(version) || '/' || count(date_deleted) as n from ${sql.table(entity)}`.execute(db)
  return rows[0]?.n ?? ''
}

/** Puts a row back that was removed or made inactive, and the references to it that went with it. */
export async function restore(
  { database: { db }, model, expected }: Bench,
  { name, traits }: Entity,
  id: Json,
): Promise<void> {
  const state = traits.includes('activable') ? sql`, state = ${expected.rows.get(name)?.get(id)?.state ?? '1'}` : sql``
  await sql`update ${sql.table(name)} set date_deleted = null ${state} where id = ${id}`.execute(db)
  for (const other of Object.values(model.entities)) {
    for (const field of Object.values(other.fields).filter(
      ({ ref, virtual }) => ref?.to === name && ref.onDelete === 'clear' && !virtual,
    )) {
      const was = [...(expected.rows.get(other.name)?.values() ?? [])]
        .filter((row) => row[field.name] === id)
        .map((row) => row.id)
      if (was.length > 0)
        await sql`update ${sql.table(other.name)} set ${sql.id(field.name)} = ${id}
          where id::text = any(${was.map(String)}::text[])`.execute(db)
    }
  }
}

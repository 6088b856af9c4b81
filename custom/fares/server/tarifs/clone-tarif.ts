import { sql } from 'kysely'
import type { Json, JsonObject } from '../../../../src/model/json'
import type { Entity } from '../../../../src/model/model'
import type { Db, Tx } from '../../../../src/server/database/database'
import { serveCall } from '../../../../src/server/feature'
import { cloneTarifCall } from '../../model/tarif-calls'

/** A copy of a tariff as the asker sees it, zones and prices with it; he needs the right to write it where it stands. */
export const cloneTarif = serveCall(cloneTarifCall, async ({ model, db, records, say }, { id }) => {
  const entity = model.entities['tarifs']
  const tarif = await records.read('tarifs', id)
  const copy = {
    ...valuesOf(entity, tarif),
    name: await freeName(db, String(tarif.name), (name, number) =>
      say(number === 1 ? 'fares.copy' : 'fares.copy_number', { name, number })),
  }
  const made = await records.write(async ({ tx, save }) => {
    const { id: to } = await save('tarifs', copy, 'clone')
    await copyRows(tx, id, Number(to))
    return Number(to)
  })
  return { id: made, name: copy.name, msg: say('fares.cloned') }
})

/** What of a record a person writes: no ids, dates or counts. */
const valuesOf = (entity: Entity | undefined, record: JsonObject): { [field: string]: Json } =>
  Object.fromEntries(Object.values(entity?.fields ?? {}).flatMap((field) => {
    const value = record[field.name]
    const written = !field.readOnly && !field.virtual && (!field.system || field.name === 'state') && value !== undefined
    return written && field.name !== 'id_tarif' ? [[field.name, value]] : []
  }))

// Names are unique, and at most so long.
const LONGEST = 80

async function freeName(db: Db, name: string, copyOf: (name: string, number: number) => string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select tr_fold(name) as name from tarifs where date_deleted is null`.execute(db)
  const taken = new Set(rows.map((row) => row.name))
  for (let number = 1; ; number++) {
    const bare = copyOf('', number)
    const copy = copyOf(name.slice(0, LONGEST - bare.length), number)
    const { rows: [folded] } = await sql<{ name: string }>`select tr_fold(${copy}) as name`.execute(db)
    if (!taken.has(folded?.name ?? '')) return copy
  }
}

/** Ranges also where they are not in use; zones keep their areas as they are, overlaps and all: they were accepted in the original. */
async function copyRows(tx: Tx, from: number, to: number): Promise<void> {
  await sql`insert into tarif_ranges (id_tarif, measure, "from", price)
    select ${to}::integer, measure, "from", price from tarif_ranges
    where id_tarif = ${from} and date_deleted is null order by id`.execute(tx)
  await sql`insert into zones (id_tarif, name, color, path, accept_overlap)
    select ${to}::integer, name, color, path, accept_overlap from zones
    where id_tarif = ${from} and date_deleted is null order by id`.execute(tx)
  // A zone's name is its own within a tariff.
  await sql`insert into prices (id_tarif, id_zone_from, id_zone_to, amount)
    select ${to}::integer, a.id, b.id, p.amount from prices p
      join zones f on f.id = p.id_zone_from and f.date_deleted is null join zones a on a.id_tarif = ${to} and a.name = f.name
      join zones t on t.id = p.id_zone_to and t.date_deleted is null join zones b on b.id_tarif = ${to} and b.name = t.name
    where p.id_tarif = ${from} and p.date_deleted is null order by p.id`.execute(tx)
}

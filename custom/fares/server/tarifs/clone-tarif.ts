import { living, tables } from '#app/tables'
import { sql } from 'kysely'
import { AppError, type Entity, type Json, type JsonObject } from '#engine/model'
import { serveCall, type Tx } from '#engine/server'
import { cloneTarifCall } from '../../model/tarif-calls'

/**
 * A copy of a tariff as the asker sees it, with zones and prices; the asker needs the right to write it in its branch.
 */
export const cloneTarif = serveCall(cloneTarifCall, async ({ model, records, say }, { id }) => {
  const entity = model.entities['tarifs']
  const tarif = await records.read('tarifs', id)
  return records.write(async ({ tx, save }) => {
    await holdStill(tx, id, Number(tarif.revision))
    const name = await freeName(tx, String(tarif.name), (base, number) =>
      say(number === 1 ? 'fares.copy' : 'fares.copy_number', { name: base, number }),
    )
    const { id: to } = await save('tarifs', { ...valuesOf(entity, tarif), name }, 'clone')
    await copyRows(tx, id, Number(to))
    return { id: Number(to), name, msg: say('fares.cloned', { name }) }
  })
})

/**
 * Copies are made one after the other, so that no two get the same name, and of a tariff that does not change
 * meanwhile.
 * @throws {AppError} CONFLICT when it has changed since it was read
 */
async function holdStill(tx: Tx, id: number, revision: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tarifs/clone'))`.execute(tx)
  // Any change of a zone or a price raises its tariff's revision, and so waits for this.
  const row = await living(tx, 'tarifs').where('id', '=', id).select('revision').forShare().executeTakeFirst()
  if (!row || (row.revision ?? 0) !== revision) throw new AppError('CONFLICT')
}

/** What a user writes of a record: no ids, dates or counts. */
const valuesOf = (entity: Entity | undefined, record: JsonObject): { [field: string]: Json } =>
  Object.fromEntries(
    Object.values(entity?.fields ?? {}).flatMap((field) => {
      const value = record[field.name]
      const written =
        !field.readOnly && !field.virtual && (!field.system || field.name === 'state') && value !== undefined
      return written && field.name !== 'id_tarif' ? [[field.name, value]] : []
    }),
  )

// Names are unique, and limited in length.
const LONGEST = 80

async function freeName(tx: Tx, name: string, copyOf: (name: string, number: number) => string): Promise<string> {
  const rows = await living(tx, 'tarifs').select(sql<string>`tr_fold(name)`.as('name')).execute()
  const taken = new Set(rows.map((row) => row.name))
  for (let number = 1; ; number++) {
    const bare = copyOf('', number)
    const copy = copyOf(name.slice(0, LONGEST - bare.length), number)
    const {
      rows: [folded],
    } = await sql<{ name: string }>`select tr_fold(${copy}) as name`.execute(tx)
    if (!taken.has(folded?.name ?? '')) return copy
  }
}

/**
 * Ranges are copied even where not in use; zones keep their areas, overlaps included: they were accepted in the
 * original.
 */
async function copyRows(tx: Tx, from: number, to: number): Promise<void> {
  const copy = sql<number>`${to}::integer`.as('id_tarif')
  await tables(tx)
    .insertInto('tarif_ranges')
    .columns(['id_tarif', 'measure', 'from', 'price'])
    .expression(
      living(tx, 'tarif_ranges').where('id_tarif', '=', from).select([copy, 'measure', 'from', 'price']).orderBy('id'),
    )
    .execute()
  await tables(tx)
    .insertInto('zones')
    .columns(['id_tarif', 'name', 'color', 'path', 'accept_overlap'])
    .expression(
      living(tx, 'zones')
        .where('id_tarif', '=', from)
        .select([copy, 'name', 'color', 'path', 'accept_overlap'])
        .orderBy('id'),
    )
    .execute()
  // A zone's name is unique within its tariff.
  await sql`insert into prices (id_tarif, id_zone_from, id_zone_to, amount)
    select ${to}::integer, a.id, b.id, p.amount from prices p
      join zones f on f.id = p.id_zone_from and f.date_deleted is null join zones a on a.id_tarif = ${to}
        and a.name = f.name
      join zones t on t.id = p.id_zone_to and t.date_deleted is null join zones b on b.id_tarif = ${to}
        and b.name = t.name
    where p.id_tarif = ${from} and p.date_deleted is null order by p.id`.execute(tx)
}

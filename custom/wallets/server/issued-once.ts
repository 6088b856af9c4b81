import { tables } from '#app/tables'
import { AppError, isCountedId } from '#engine/model'
import type { Hooks } from '#engine/server'

/** Nobody is billed or paid twice for a day unsaid: a document whose period shares a day with one that was issued waits until one of the two changes. */
export const invoiceHooks: Hooks = {
  entity: 'invoices',
  async beforeSave({ tx, move }, data, before) {
    const id_company = before?.['id_company']
    if (move !== 'issue' || !before || !isCountedId(id_company)) return data
    // Whoever issues another of the same company waits here, and meets this one.
    await tables(tx).selectFrom('companies').select('id').where('id', '=', id_company).forNoKeyUpdate().execute()
    const other = await tables(tx).selectFrom('invoices').select('number').where('id_company', '=', id_company).where('state', 'in', ['1', '2']).where('date_deleted', 'is', null)
      .where('date_from', '<=', String(before['date_to'])).where('date_to', '>=', String(before['date_from'])).orderBy('id').limit(1).executeTakeFirst()
    return refuse(other, data)
  },
}

/** The same of drivers. */
export const liquidationHooks: Hooks = {
  entity: 'liquidations',
  async beforeSave({ tx, move }, data, before) {
    const id_driver = before?.['id_driver']
    if (move !== 'issue' || !before || !isCountedId(id_driver)) return data
    await tables(tx).selectFrom('users').select('id').where('id', '=', id_driver).forNoKeyUpdate().execute()
    const other = await tables(tx).selectFrom('liquidations').select('number').where('id_driver', '=', id_driver).where('state', 'in', ['2', '3']).where('date_deleted', 'is', null)
      .where('date_from', '<=', String(before['date_to'])).where('date_to', '>=', String(before['date_from'])).orderBy('id').limit(1).executeTakeFirst()
    return refuse(other, data)
  },
}

/** @throws {AppError} CONFLICT with the number of the other */
function refuse<Data>(other: { readonly number: string | null } | undefined, data: Data): Data {
  if (other) throw new AppError('CONFLICT', { say: 'wallets.period_issued', params: { number: other.number ?? '' } })
  return data
}

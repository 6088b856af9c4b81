import { KIND } from '#app/asker'
import { tables, living } from '#app/tables'
import { AppError, type JsonObject, maySee } from '#engine/model'
import { serveCall, type CallContext, type ServerFeature } from '#engine/server'
import { clientRolesCall, userCall, usersCall } from '../model/user-calls'
import { employeeRole } from './employee-role'
import { mergePeople } from './merge-people'
import { presentCompanies } from './present-companies'

export { clientByPhone, clientsByPhone, phoneForms } from './client-by-phone'

/** The catalogue in which people of a kind stand. */
const CATALOGUES: { readonly [type: string]: string } = {
  1: 'operators',
  2: 'drivers',
  3: 'clients',
  4: 'partner_workers',
}
const MAX_FOUND = 20

const named = ({ id, name, surname }: JsonObject, type: string) => ({
  id: Number(id),
  name: String(name ?? ''),
  surname: typeof surname === 'string' ? surname : null,
  type,
})

async function found(
  { records, actor }: CallContext,
  { type, state, id_company, query }: { readonly [name: string]: string | undefined },
) {
  // A kind that was asked for by name is refused where it is not theirs; of the others nothing is said.
  const types = type
    ? [type]
    : Object.keys(CATALOGUES).filter((one) => maySee(actor, { module: CATALOGUES[one] ?? '' }))
  const filters = { ...(state && { state }), ...(id_company && { id_company }) }
  const pages = await Promise.all(
    types.map(async (one) => {
      const catalogue = CATALOGUES[one]
      if (!catalogue) return []
      const { items } = await records.list(catalogue, {
        limit: MAX_FOUND,
        order_col: 'name',
        filters: JSON.stringify(filters),
        ...(query && { q: query }),
      })
      return items.map((item) => named(item, one))
    }),
  )
  return { items: pages.flat().slice(0, MAX_FOUND) }
}

/** People of every kind by one look-up: each in the scope, and by the right, of the catalogue in which they stand. */
export const users: ServerFeature = {
  name: 'users',
  needs: {
    users: ['name', 'surname', 'phone', 'type_user', 'state', 'id_company', 'id_role'],
    roles: ['name', 'key', 'type_user', 'root', 'state'],
    companies: ['name', 'state'],
  },
  hooks: [employeeRole, presentCompanies, mergePeople],
  calls: [
    serveCall(usersCall, found),
    serveCall(userCall, async ({ db, records, say }, { id }) => {
      const row = await tables(db).selectFrom('users').where('id', '=', id).select('type_user').executeTakeFirst()
      const catalogue = CATALOGUES[row?.type_user ?? '']
      if (!row?.type_user || !catalogue) throw new AppError('NOT_FOUND')
      return { item: named(await records.read(catalogue, id), row.type_user), msg: say('users.found') }
    }),
    serveCall(clientRolesCall, async ({ db }) => ({
      items: await living(db, 'roles')
        .where('type_user', '=', KIND.client)
        .where('root', '=', false)
        .where('state', '=', '1')
        .select(['id', 'name'])
        .orderBy('name')
        .execute(),
    })),
  ],
}

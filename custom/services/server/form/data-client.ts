import { isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living, visible } from '#app/tables'
import { type CallResponse, fold, wrong } from '#engine/model'
import { type CallContext, searchWords, serveCall, stateObjects } from '#engine/server'
import { clientsCall, companiesCall, dataClientCall } from '../../model/form-calls'
import { OVER } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'
import { companyRules } from '../create/company-rules'
import { hidesSums } from '../create/hides-sums'
import { limitsOfClient, rideLimitsOf } from '../create/limits-left'
import { isNearLimit, limitOfCompany } from '../create/spending-limit'
import { readServices } from '../read/read-services'
import { findClient, columnHasWord, readClient } from './dispatcher-clients'
import { favouritesOf, riddenPlaces } from './favourites'
import { searchClients } from './search-clients'

/** `GET dispatcher/clients`: finds who is calling. */
export const clients = serveCall(clientsCall, async (context, { q, id_company, id_branch }) => ({
  items: [...(await searchClients(context, q, { id_company, id_branch }))],
}))

const MAX_COMPANIES = 10

/** `GET dispatcher/companies`: companies whose people are looked for. */
export const companies = serveCall(companiesCall, async (context, { q }) => {
  if (!isStaff(context.actor)) return { items: [] }
  const words = searchWords(q).map(fold).filter(Boolean)
  return {
    items: await visible(context.db, context, 'companies as c')
      .where('c.state', '=', '1')
      .where(sql<boolean>`${sql.join([sql`true`, ...words.map((word) => columnHasWord('c.name', word))], sql` and `)}`)
      .select(['c.id', 'c.name'])
      .orderBy('c.name')
      .limit(MAX_COMPANIES)
      .execute(),
  }
})

/** `GET dispatcher/dataClient`: what is known of a client before they say where to. */
export const dataClient = serveCall(dataClientCall, async (context, { id_client, id_service }) => {
  const own = await findClient(context, id_client)
  const client = own ?? (await standingClient(context, id_client, id_service ?? null))
  if (!client) throw wrong('id_client', 'ref')
  return {
    client,
    // Of another branch's client, the asker sees only the rides in scope.
    locations: [...(own ? await favouritesOf(context, own) : await riddenPlaces(context, client.id))],
    last: await lastOf(context, client.id),
    active: await activeOf(context, client.id, id_service ?? null),
    ...(await cecosOf(context, client.id)),
    ...(own ? await limitOf(context, own.id_company) : NO_LIMIT),
    own_limits: own ? [...(await limitsOfClient(context, own.id))] : [],
    ride_limits: own ? [...(await rideLimitsOf(context, own.id))] : [],
    trip_reason: (await companyRules(context.db, client.id_company)).trip_reason,
  }
})

/** For staff: the client of a service in their scope, even one they may not choose. */
async function standingClient(
  context: CallContext,
  id_client: number,
  id_service: number | null,
): Promise<Data['client'] | null> {
  if (id_service === null || !isStaff(context.actor)) return null
  const [service] = await readServices(context, context.db, [id_service])
  return service?.id_client === id_client ? readClient(context, id_client) : null
}

const NO_LIMIT = { company_left: null, company_near: 0, company_reached: 0 }

/** What is left of a company's limit; only whether anything is, where sums would reveal a hidden price. */
async function limitOf(
  context: CallContext,
  id_company: number | null,
): Promise<Pick<Data, 'company_left' | 'company_near' | 'company_reached'>> {
  const limit =
    id_company === null ? null : await limitOfCompany(context.db, id_company, context.now(), context.settings)
  if (limit === null || id_company === null) return NO_LIMIT
  const { left } = limit
  const isHidden = !isStaff(context.actor) && (await hidesSums(context.db, id_company, context.now()))
  return {
    company_left: isHidden ? null : left,
    company_near: Number(isNearLimit(limit)),
    company_reached: Number(left <= 0),
  }
}

const MAX_CECOS = 500

/** Of a company that uses cost centres: which there are, and which is the client's. */
async function cecosOf({ db }: CallContext, id_client: number): Promise<Pick<Data, 'cecos' | 'id_company_ceco'>> {
  const row = await living(db, 'users as u')
    .innerJoin('companies as c', 'c.id', 'u.id_company')
    .where('u.id', '=', id_client)
    .where('c.use_cecos', '=', true)
    .select(['u.id_company', 'u.id_company_ceco'])
    .executeTakeFirst()
  if (!row) return { cecos: [], id_company_ceco: null }
  const cecos = await living(db, 'company_cecos')
    .where('id_company', '=', row.id_company)
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_CECOS)
    .execute()
  return { cecos, id_company_ceco: row.id_company_ceco }
}

type Data = CallResponse<typeof dataClientCall>

async function lastOf(context: CallContext, id: number): Promise<Data['last']> {
  return (
    (await living(context.db, 'services as s')
      .innerJoin('products as p', 'p.id', 's.id_product')
      .where('s.id_client', '=', id)
      .where(serviceScope(context, 's'))
      .where('p.date_deleted', 'is', null)
      .where('p.state', '=', '1')
      .select(['s.id_product', 's.id_payment', 's.notes'])
      .orderBy('s.id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}

async function activeOf(context: CallContext, id: number, except: number | null): Promise<Data['active']> {
  const states = stateObjects(context, 'services')
  const rows = await living(context.db, 'services as s')
    .where('s.id_client', '=', id)
    .where(serviceScope(context, 's'))
    .where('s.state', 'not in', OVER)
    .where('s.id', 'is distinct from', except)
    .select(['s.id', 's.state', 's.org_address', 's.dst_address'])
    .orderBy('s.id', 'desc')
    .limit(20)
    .$narrowType<{ state: NotNull }>()
    .execute()
  return rows.map(({ state, ...row }) => ({
    ...row,
    state_obj: states.get(state) ?? { id: state, name: state, color: '' },
  }))
}

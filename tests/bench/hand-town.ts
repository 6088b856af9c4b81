import { createHash } from 'node:crypto'
import fastify, { type FastifyRequest } from 'fastify'
import { Pool, types } from 'pg'

// What a developer would write for these lists of the application's tables, and nothing more: the same token, the same
// scope, the same columns and names, each statement named, so that it is planned once per connection. The catalogues
// are measured against it.
types.setTypeParser(1700, Number)
types.setTypeParser(20, Number)
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()

interface Session {
  readonly id: number
  readonly id_company: number | null
  readonly id_branch: number | null
  readonly read_ms: number
}
const sessions = new Map<string, Session>()

async function asker(request: FastifyRequest): Promise<Session> {
  const hash = createHash('sha256').update(String(request.headers.authorization).slice(7)).digest('hex')
  const known = sessions.get(hash)
  if (known && Date.now() - known.read_ms < 60_000) return known
  const {
    rows: [row],
  } = await pool.query<Omit<Session, 'read_ms'>>({
    name: 'session',
    values: [hash],
    text: `select u.id, u.id_company, b.id_branch from sessions s join users u on u.id = s.id_user
      left join user_branches b on b.id_user = u.id
      where s.hash = $1 and s.state = '1' and u.state = '1'`,
  })
  if (!row) throw Object.assign(new Error('no session'), { statusCode: 401 })
  const found = { ...row, read_ms: Date.now() }
  sessions.set(hash, found)
  return found
}

/** A list in the scope of who asks; the texts differ by kind of scope, as a developer would write them apart. */
function list(path: string, query: (scope: string, limit: string) => string): void {
  app.get<{ Querystring: { page?: string } }>(path, async (request) => {
    const { id_company, id_branch } = await asker(request)
    const page = Number(request.query.page ?? 1)
    const [kind, scope, values] =
      id_company !== null
        ? (['company', 't.id_company = $1', [id_company]] as const)
        : id_branch !== null
          ? (['branch', 't.id_branch = $1', [id_branch]] as const)
          : (['all', 'true', []] as const)
    // An offset that the planner does not know spoils the plan of the first page.
    const [name, limit] =
      page === 1 ? [`${path} ${kind}`, 'limit 15'] : [`${path} ${kind} far`, `limit 15 offset $${values.length + 1}`]
    const text = query(`t.date_deleted is null and ${scope}`, limit)
    return {
      ok: true,
      items: (await pool.query({ name, text, values: [...values, ...(page === 1 ? [] : [(page - 1) * 15])] })).rows,
    }
  })
}

list(
  '/services',
  (scope, limit) => `select t.*, cl.name as cl_name, cl.surname as cl_surname, cl.phone as cl_phone, co.name as co_name,
    ca.name as ca_name, br.name as br_name,
    uc.name as ucr_name, uc.surname as ucr_surname, uc.type_user as ucr_type, op.name as op_name,
    op.surname as op_surname, pr.name as pr_name,
    pr.hide_price as pr_hide_price, ta.name as ta_name, pm.name as pm_name, po.code as promo_code, ve.plate as ve_plate,
    dr.name as dr_name, dr.surname as dr_surname,
    dr.phone as dr_phone, gr.name as gr_name, su.name as su_name,
    (select count(*)::int from service_assignments a where a.id_service = t.id and a.state = 'pending'
      and a.date_deleted is null) as num_service_assignments
  from (select * from services t where ${scope} order by id desc ${limit}) t
  left join users cl on cl.id = t.id_client left join companies co on co.id = t.id_company
  left join company_areas ca on ca.id = t.id_company_area
  left join branches br on br.id = t.id_branch left join users uc on uc.id = t.id_user_created
  left join users op on op.id = t.id_operator
  left join products pr on pr.id = t.id_product left join tarifs ta on ta.id = t.id_tarif
  left join payment_methods pm on pm.id = t.id_payment
  left join promotions po on po.id = t.id_promotion left join vehicles ve on ve.id = t.id_vehicle
  left join users dr on dr.id = t.id_driver
  left join groupings gr on gr.id = t.id_grouping left join subscriptions su on su.id = t.id_subscription
  order by t.id desc`,
)

// What a list shows of a service, its actions ask and their rules look at.
list(
  '/services_shown',
  (
    scope,
    limit,
  ) => `select t.id, t.version, t.state, t.date_created, t.date_scheduled, t.date_started, t.date_finalized,
    t.org_address, t.org_name, t.org_point,
    t.dst_address, t.dst_name, t.id_client, t.id_driver, t.id_vehicle, t.id_branch, t.id_company_ceco, t.id_payment,
    t.id_product, t.id_subscription, t.id_tarif, t.invited,
    t.invited_name, t.is_past, t.notes, t.price_base, t.price_driver, t.price_fee, t.price_promo, t.price_total,
    t.price_wait, t.review,
    concat_ws(' ', cl.name, cl.surname) as id_client__label, concat_ws(' ', dr.name, dr.surname) as id_driver__label,
    br.name as id_branch__label, ce.name as id_company_ceco__label,
    pm.name as id_payment__label, pr.name as pr_name, ta.name as id_tarif__label, ve.plate as id_vehicle__label,
    su.name as id_subscription__label
  from (select * from services t where ${scope} order by id desc ${limit}) t
  left join users cl on cl.id = t.id_client left join users dr on dr.id = t.id_driver
  left join branches br on br.id = t.id_branch
  left join company_cecos ce on ce.id = t.id_company_ceco left join payment_methods pm on pm.id = t.id_payment
  left join products pr on pr.id = t.id_product
  left join tarifs ta on ta.id = t.id_tarif left join vehicles ve on ve.id = t.id_vehicle
  left join subscriptions su on su.id = t.id_subscription order by t.id desc`,
)

list(
  '/clients',
  (
    scope,
    limit,
  ) => `select t.*, co.name as co_name, ca.name as ar_name, br.name as br_name, r.name as role_name, su.name as su_name
  from (select * from users t where ${scope} and type_user = '3' order by id desc ${limit}) t
  left join companies co on co.id = t.id_company left join company_areas ca on ca.id = t.id_company_area
  left join branches br on br.id = t.id_branch
  left join roles r on r.id = t.id_role left join subscriptions su on su.id = t.id_subscription order by t.id desc`,
)

list(
  '/vehicles',
  (scope, limit) => `select t.*, u.name as us_name, u.surname as us_surname, ty.name as ty_name, b.name as bv_name,
    c.name as co_name, br.name as br_name
  from (select * from vehicles t where ${scope.replace(/t\.id_company = \$1/, 'false')} order by plate, id ${limit}) t
  left join users u on u.id = t.id_user left join type_vehicles ty on ty.id = t.id_type_vehicle
  left join brand_vehicles b on b.id = t.id_brand_vehicle
  left join colors c on c.id = t.id_color left join branches br on br.id = t.id_branch order by t.plate, t.id`,
)

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`listening ${typeof address === 'object' && address ? address.port : 0}`)
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
)

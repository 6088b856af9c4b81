import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fastify, { type FastifyRequest } from 'fastify'
import { Pool } from 'pg'

// What a developer would write for this one table, and nothing more: the same token, the same tenant, the same folded
// search, a log line per write. It is what the engine is measured against.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()
const sessions = new Map<string, { id: number; id_company: number | null; read_ms: number }>()

async function companyOf(request: FastifyRequest): Promise<{ id: number; id_company: number | null }> {
  const hash = createHash('sha256').update(String(request.headers.authorization).slice(7)).digest('hex')
  const known = sessions.get(hash)
  if (known && Date.now() - known.read_ms < 60_000) return known
  const { rows } = await pool.query<{ id: number; id_company: number | null }>(
    "select u.id, u.id_company from sessions s join users u on u.id = s.id_user where s.hash = $1 and s.state = '1' and u.state = '1'",
    [hash],
  )
  if (!rows[0]) throw Object.assign(new Error('no session'), { statusCode: 401 })
  sessions.set(hash, { ...rows[0], read_ms: Date.now() })
  return rows[0]
}

const COLUMNS =
  'r.id, r.name, r.notes, r.id_company, r.id_branch, r.id_driver, r.id_vehicle, r.amount, r.tip, r.distance, r.date_ride, r.state, r.version, r.date_created, r.date_updated'
const SCOPE = 'r.date_deleted is null and ($1::int is null or r.id_company = $1)'
const NAMES =
  'left join companies c on c.id = r.id_company left join people p on p.id = r.id_driver left join cars v on v.id = r.id_vehicle'
const ORDER = 'order by r.date_created desc, r.id desc'

interface Scope {
  readonly name: string
  readonly where: string
  readonly values: readonly number[]
}
/**
 * The scope of who asks; the texts differ by kind, as a developer would write them apart, so that each named statement
 * has a plan that suits it.
 */
async function scopeOf(request: FastifyRequest): Promise<Scope> {
  const { id_company } = await companyOf(request)
  return id_company === null
    ? { name: 'all', where: 'r.date_deleted is null', values: [] }
    : { name: 'company', where: 'r.date_deleted is null and r.id_company = $1', values: [id_company] }
}
const page = (columns: string, { where }: Scope): string =>
  `select ${columns} from rides r where ${where} ${ORDER} limit 15`

app.get('/page', async (request) => {
  const scope = await scopeOf(request)
  const text = page(COLUMNS, scope)
  return { ok: true, items: (await pool.query({ name: `page ${scope.name}`, text, values: [...scope.values] })).rows }
})

app.get('/names', async (request) => {
  const scope = await scopeOf(request)
  const text = `select ${COLUMNS}, c.name as co_name, p.name as dr_name, v.name as ve_name
    from (${page('r.*', scope)}) r ${NAMES} ${ORDER}`
  return { ok: true, items: (await pool.query({ name: `names ${scope.name}`, text, values: [...scope.values] })).rows }
})

/** A board by branch: numbers and sums of all, and the ten first rides of each with their names. */
app.get('/board', async (request) => {
  const { id_company } = await companyOf(request)
  const columns = await pool.query<{ id_branch: number }>(
    `select r.id_branch, count(*)::int as count, sum(r.amount) as sum from rides r where ${SCOPE} group by 1`,
    [id_company],
  )
  const cards = await pool.query(
    `select ${COLUMNS}, c.name as co_name, p.name as dr_name, v.name as ve_name
    from unnest($2::int[]) b (id) cross join lateral (select r.* from rides r where ${SCOPE} and r.id_branch = b.id
      order by r.date_created desc, r.id desc limit 10) r ${NAMES}
    order by r.id_branch, r.date_created desc, r.id desc`,
    [id_company, columns.rows.map((row) => row.id_branch)],
  )
  return { ok: true, columns: columns.rows, items: cards.rows }
})

app.get<{ Params: { id: string } }>('/one/:id', async (request) => {
  const { id_company } = await companyOf(request)
  const text = `select ${COLUMNS} from rides r where ${SCOPE} and r.id = $2`
  return { ok: true, item: (await pool.query({ name: 'one', text, values: [id_company, request.params.id] })).rows[0] }
})

app.get<{ Params: { id: string } }>('/oneNamed/:id', async (request) => {
  const { id_company } = await companyOf(request)
  const one = `select ${COLUMNS}, c.name as co_name, p.name as dr_name, v.name as ve_name
    from rides r ${NAMES} where ${SCOPE} and r.id = $2`
  const values = [id_company, request.params.id]
  return { ok: true, item: (await pool.query({ name: 'one with names', text: one, values })).rows[0] }
})

/** A table without a row. */
app.get('/none', async (request) => {
  await companyOf(request)
  const text = `select id, name, version, date_created, date_updated from nothing
    where date_deleted is null order by id desc limit 15`
  return { ok: true, items: (await pool.query({ name: 'none', text })).rows }
})

app.get<{ Querystring: { q: string } }>('/search', async (request) => {
  const { id_company } = await companyOf(request)
  const words = request.query.q.split(' ').map((word) => `%${word}%`)
  const like = words.map((_, i) => `tr_fold(r.name) like tr_fold($${i + 2})`).join(' and ')
  const page = `select ${COLUMNS} from rides r where ${SCOPE} and ${like} order by r.date_created desc,
    r.id desc limit 15`
  return { ok: true, items: (await pool.query(page, [id_company, ...words])).rows }
})

interface Ride {
  name: string
  amount: number
  tip: number
  id_branch: number
  id_driver: number
  id_vehicle: number
}

app.post<{ Body: Ride }>('/create', async (request) => {
  const { id, id_company } = await companyOf(request)
  const { name, amount, tip, id_branch, id_driver, id_vehicle } = request.body
  if (!name || amount < 0 || tip > amount) throw Object.assign(new Error('invalid'), { statusCode: 422 })
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `insert into rides as r (name, amount, tip, id_company, id_branch, id_driver, id_vehicle, date_created,
        date_updated)
      values ($1, $2, $3, $4, $5, $6, $7, now(), now()) returning ${COLUMNS}`,
      [name, amount, tip, id_company ?? 1, id_branch, id_driver, id_vehicle],
    )
    await client.query(
      "insert into logs (id_user, type_log, target, id_target, title, changes, platform, date_created, date_updated) values ($1, 'create', 'rides', $2, $3, $4, 'web', now(), now())",
      [id, rows[0].id, name, JSON.stringify(rows[0])],
    )
    await client.query('commit')
    return { ok: true, item: rows[0] }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

app.get<{ Querystring: { limit?: string } }>('/csv', async (request, reply) => {
  const { id_company } = await companyOf(request)
  const most = Number(request.query.limit ?? 1e9)
  async function* lines() {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `declare rows cursor for select ${COLUMNS}, c.name as co_name, p.name as dr_name, v.name as ve_name from rides r ${NAMES} where ${SCOPE} order by r.id limit ${most}`,
        [id_company],
      )
      for (let first = true; ; first = false) {
        const { rows } = await client.query<{ [column: string]: unknown }>('fetch 1000 from rows')
        if (rows.length === 0) break
        if (first) yield `${Object.keys(rows[0] ?? {}).join(',')}\n`
        yield rows.map((row) => Object.values(row).map(cell).join(',')).join('\n') + '\n'
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return reply.type('text/csv').send(Readable.from(lines()))
})

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

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

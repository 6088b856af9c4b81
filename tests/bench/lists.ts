import { type Bench, atLeast, atMost } from './bench'
import { childServer } from '../child-server'
import { compare, QUICK } from './load'

/** The columns that the server by hand reads, each with its value alone. */
const BARE = `labels=0&columns=id,name,notes,id_company,id_branch,id_driver,id_vehicle,amount,tip,distance,date_ride,state,version,date_created,date_updated`

/** Lists, records and creation of a tenant's user against the hand-written server. */
export async function lists(bench: Bench): Promise<void> {
  const {
    tokens: { tenant: token, root },
    tell,
    put,
    quick,
  } = bench
  const rounds = quick ? QUICK : {}
  const [ours, theirs] = await Promise.all([
    childServer('engine-server.ts', bench.env),
    childServer('bench/hand-written.ts', bench.env),
  ])
  const api = `${ours.url}/api/admin/rides`
  const nothing = `${ours.url}/api/admin/nothing?limit=15`
  const get = async (url: string, as = token): Promise<{ [key: string]: unknown }> =>
    (await fetch(url, { headers: { authorization: `Bearer ${as}` } })).json() as Promise<{ [key: string]: unknown }>
  const against = (path: string, hand: string, as = token) =>
    compare({ url: `${api}${path}`, token: as }, { url: `${theirs.url}${hand}`, token: as }, rounds)
  const figure = ({ ratio, ours: a, theirs: b }: Awaited<ReturnType<typeof compare>>) =>
    `${ratio.toFixed(2)} (${a.toFixed(0)} against ${b.toFixed(0)} a second)`
  try {
    const page = await against(`?limit=15&count=none&${BARE}`, '/page')
    put('rows_bound', page.ratio)
    tell('page of 15, rows only', figure(page), atLeast(page.ratio, 0.63, 0.9))
    const rows = await against(`?limit=15&count=none&${BARE}`, '/page', root)
    put('rows_root', rows.ratio)
    tell('the same for a user of no company', figure(rows))
    const more = await against('?limit=15&count=none', '/page')
    tell('page of 15, four references named, hand-written without names', figure(more), atLeast(more.ratio, 0.25, 0.35))
    const names = await against('?limit=15&count=none', '/names')
    tell('page of 15 with names, hand-written with three', figure(names), atLeast(names.ratio, 0.4, 0.6))
    const all = await against('?limit=15&count=none', '/names', root)
    put('names_bound', names.ratio)
    put('names_root', all.ratio)
    tell('the same for a user of no company', figure(all))
    const one = await against(`/2?${BARE}`, '/one/2')
    put('one', one.ratio)
    tell('one record, its values only', figure(one), atLeast(one.ratio, 0.4, 0.8))
    const named = await against('/2', '/oneNamed/2')
    put('one_named', named.ratio)
    tell('one record with names, hand-written with three', figure(named), atLeast(named.ratio, 0.7, 1))
    const none = await compare({ url: nothing, token }, { url: `${theirs.url}/none`, token }, rounds)
    put('nothing', none.ratio)
    tell("an empty list: the engine's own floor", figure(none), atLeast(none.ratio, 0.42, 0.6))
    const body = () => ({ name: 'José Made', amount: 12.5, tip: 1, id_branch: 3, id_driver: 7, id_vehicle: 9 })
    const made = await compare(
      { url: `${api}/create`, token, body },
      { url: `${theirs.url}/create`, token, body },
      rounds,
    )
    put('create', made.ratio)
    tell('create with rules and audit', figure(made), atLeast(made.ratio, 0.2, 0.25))

    for (const [id, word] of [
      ['search_common', 'jose'],
      ['search_rare', 'jose zuniga 123'],
    ] as const) {
      const searched = await against(
        `?limit=15&count=none&q=${encodeURIComponent(word)}`,
        `/search?q=${encodeURIComponent(word)}`,
      )
      put(id, searched.ratio)
      tell(`search without case and accents, ${word}`, figure(searched))
    }
    if (quick) return
    const board = await against('/board?limit=10', '/board')
    tell(
      'a board of twenty columns with sums, ten cards each: a tenant of half the rows',
      figure(board),
      atLeast(board.ratio, 0.5, 0.6),
    )
    const boards = await against('/board?limit=10', '/board', root)
    tell('the same over all rows', figure(boards), atLeast(boards.ratio, 0.5, 0.6))

    const q = encodeURIComponent('jose zuniga 123')
    const search = await against(`?limit=15&count=none&q=${q}`, `/search?q=${q}`)
    tell(
      'search without case and accents, time over hand-written',
      `${(1 / search.ratio).toFixed(2)} (${search.ours.toFixed(0)} against ${search.theirs.toFixed(0)} a second)`,
      atMost(1 / search.ratio, 2),
    )
    await tellPlan(bench)

    const capped = await compare(
      { url: `${api}?limit=15`, token },
      { url: `${api}?limit=15&count=exact`, token },
      rounds,
    )
    tell(
      'page and capped total over page and exact count',
      `${capped.ratio.toFixed(0)} times (${capped.ours.toFixed(0)} against ${capped.theirs.toFixed(1)} a second)`,
      atLeast(capped.ratio, 20),
    )
    for (const share of [0.1, 0.5, 0.95]) {
      const jump = Math.floor(((bench.rows / 2) * share) / 15)
      const { after } = await get(`${api}?limit=15&count=none&page=${jump}`)
      const deep = await compare(
        { url: `${api}?limit=15&count=none&after=${String(after)}`, token },
        { url: `${api}?limit=15&count=none`, token },
        rounds,
      )
      tell(
        `next page after page ${jump}, time over the first page's`,
        (1 / deep.ratio).toFixed(2),
        atMost(1 / deep.ratio, 1.5),
      )
    }
  } finally {
    await ours.stop()
    await theirs.stop()
  }
}

/** Whether PostgreSQL walks the trigram index for the engine's own search. */
async function tellPlan({ client, tell }: Bench): Promise<void> {
  const { rows } = await client.query<{
    'QUERY PLAN': string
  }>(`explain select t.id from rides t where t.date_deleted is null and t.id_company = 1
    and tr_fold(t.name) like '%' || tr_fold('jose') || '%' and tr_fold(t.name) like '%' || tr_fold('zuniga') || '%' and tr_fold(t.name) like '%123%'`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  tell('the plan of the search', /Bitmap Index Scan on \S*search\S*/.exec(plan)?.[0] ?? plan, {
    met: /Bitmap Index Scan on \S*search/.test(plan),
    text: 'walks the search index',
  })
}

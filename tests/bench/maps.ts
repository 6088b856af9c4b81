import { sql } from 'kysely'
import { testApp, type TestApp } from '../api/fixture-app'
import { openOnPostgres } from '../open-fresh'
import { type Bench, atMost } from './bench'

const ROWS = 1_000_000
const ROUNDS = 7
const A_BATCH = 25_000
const SCHEMAS = {
  sights: {
    title: 'Sight',
    required: ['name'],
    'x-size': 'large',
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-search': true },
      point: { 'x-type': 'point' },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      kind: { 'x-type': 'enum', 'x-values': ['a', 'b', 'c'].map((value) => ({ value, title: value })) },
    },
  },
}
const RESOURCES = {
  sights: {
    list: { columns: ['name', 'kind'], layouts: ['table', { as: 'map', colour: 'kind' }] },
    filters: ['kind'],
    stats: [
      { id: 'where', title: 'Where', by: 'point' },
      { id: 'kinds', title: 'Kinds', by: 'kind' },
    ],
  },
}

/** What a map of the list asks, as somebody would write it who knows this table and nothing else. */
const HAND: { readonly [what: string]: (box: string) => string } = {
  rows: (box) =>
    `select s.*, c.name as co_name from sights s left join companies c on c.id = s.id_company
      where s.date_deleted is null and s.point <@ ${box} order by s.id limit 2000`,
  cells: (box) => `select floor(point[0] / 0.011)::int as col, floor(point[1] / 0.011)::int as line, count(*)::int as n,
    avg(point[0]) as lng, avg(point[1]) as lat
    from sights where date_deleted is null and point <@ ${box} group by 1, 2`,
  heat: (box) => `select floor((point[0] + 180) / 360 * 32768)::int as x,
    floor((ln(tan(pi() / 4 + point[1] * pi() / 360)) / (2 * pi()) + 0.5) * 32768)::int as y, count(*)::int as n
    from sights where date_deleted is null and point <@ ${box} group by 1, 2 having count(*) >= 3`,
  number: () =>
    `select count(*)::int as n, min(point[0]), min(point[1]), max(point[0]), max(point[1]) from sights
      where date_deleted is null`,
  totals: () =>
    `select count(*)::int as total, count(point)::int as placed, min(point[0]), min(point[1]), max(point[0]),
      max(point[1]) from sights where date_deleted is null`,
}

/** A map of a million rows: a street, a city and the totals, beside the bare statement. */
export async function maps(bench: Bench): Promise<void> {
  const features = [{ name: 'maps', needs: {}, layouts: ['map' as const], charts: ['map' as const] }]
  const at = await testApp({
    schemas: SCHEMAS,
    resources: RESOURCES,
    features,
    open: openOnPostgres(String(bench.env['DATABASE_URL'])),
  })
  try {
    const rows = bench.quick ? ROWS / 20 : ROWS
    // The server's connections give up a statement that takes as long as all of them.
    for (let from = 1; from <= rows; from += A_BATCH) {
      await sql`insert into sights (name, point, kind, id_company, date_created, date_updated)
        select 'S' || n, case when n % 40 > 0 then point(-77.3 + random() * 0.5, -12.3 + random() * 0.5) end,
          chr(97 + n % 3), ${at.ids.companies.a}, now(), now()
        from generate_series(${from}::int, ${from + A_BATCH - 1}::int) as n`.execute(at.database.db)
    }
    await sql`analyze sights`.execute(at.database.db)
    for (const [what, hand, west, south, side, query] of [
      ['a street of it, row by row', 'rows', -77.05, -12.1, 0.018, {}],
      ['a quarter, by cells', 'cells', -77.05, -12.1, 0.1, { zoom: '13' }],
      ['all of it, by cells', 'cells', -77.3, -12.3, 0.5, { zoom: '11' }],
      ['how many there are and where', 'totals', 0, 0, 0, { all: true }],
      ['the heat of a quarter', 'heat', -77.05, -12.1, 0.1, { stat: 'where', level: 17 }],
      ['the heat of all of it', 'heat', -77.3, -12.3, 0.5, { stat: 'where', level: 15 }],
      ['where the heat opens', 'number', 0, 0, 0, { all: true, ids: 'where' }],
    ] as const) {
      const box = [west, south, west + side, south + side]
      const { all, ...more } = query as { readonly all?: boolean; readonly stat?: string; readonly ids?: string }
      const path = more.stat !== undefined ? 'heat' : more.ids !== undefined ? 'stats' : 'map'
      const asked = all ? more : { box: box.join(','), ...(path === 'map' && { count: 'none' }), ...more }
      const text =
        HAND[hand]?.(`box(point(${String(box[0])}, ${String(box[1])}), point(${String(box[2])}, ${String(box[3])}))`) ??
        ''
      const [ours, theirs] = await turns(
        async () => found(await at.call('root', 'GET', `sights/${path}`, asked)),
        async () => void (await sql.raw(text).execute(at.database.db)),
      )
      bench.tell(
        `a map of ${rows} rows: ${what}`,
        `${ours.toFixed(0)} ms, by hand ${theirs.toFixed(0)} ms: ${(ours / theirs).toFixed(2)} times`,
        atMost(ours / theirs, hand === 'rows' ? 6 : 3, ' times'),
      )
    }
  } finally {
    await at.close()
  }
}

function found({ status, text }: Awaited<ReturnType<TestApp['call']>>): void {
  if (status !== 200) throw new Error(text)
}

/** Both in turns, the first turn to warm up; the middle of each, in milliseconds. */
async function turns(ours: () => Promise<void>, theirs: () => Promise<void>): Promise<readonly [number, number]> {
  const took: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    for (const which of [0, 1] as const) {
      const began = performance.now()
      await (which === 0 ? ours : theirs)()
      if (round > 0) took[which].push(performance.now() - began)
    }
  }
  const middle = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return [middle(took[0]), middle(took[1])]
}

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { randomSource } from '../random-source'
import type { RoleName } from './fixture-users'
import { keyApp } from './keys-fixture'
import { RECORD_RESOURCES, RECORD_SCHEMAS } from './records-fixture'

// Whoever learns nothing of what their list hides gets the same numbers whatever that is: every question is asked
// twice, and in between everything hidden is changed. A number that moves tells something.
const SEEN_WITH_A = { 'x-see': { kind: { eq: 'a' } } }
const HIDDEN_IN_B = {
  grade: {
    'x-type': 'enum',
    title: 'Nota',
    'x-values': ['x', 'y', 'z'].map((value) => ({ value, title: value })),
    ...SEEN_WITH_A,
  },
  frail: { type: 'boolean', title: 'Frágil', ...SEEN_WITH_A },
  cave: { 'x-type': 'point', title: 'Cueva', ...SEEN_WITH_A },
  opened: { type: 'string', format: 'date-time', title: 'Abierto', ...SEEN_WITH_A },
  day: { type: 'string', format: 'date', title: 'Día', ...SEEN_WITH_A },
  id_cellar: { 'x-type': 'ref', title: 'Bodega', 'x-to': 'depots', ...SEEN_WITH_A },
  checked: { type: 'string', format: 'date-time', title: 'Revisado', 'x-see': { 'user.operator': { eq: true } } },
}
const { properties } = RECORD_SCHEMAS.parcels as { properties: JsonObject }
const SCHEMAS = {
  ...RECORD_SCHEMAS,
  parcels: { ...RECORD_SCHEMAS.parcels, properties: { ...properties, ...HIDDEN_IN_B } },
}
const PARTS: readonly JsonObject[] = [
  {},
  { by: 'kind' },
  { by: 'grade' },
  { by: 'frail' },
  { by: 'id_cellar', top: 2 },
  { by: 'id_depot', top: 1 },
  { by: 'spot' },
  { by: 'cave' },
  { by: 'grade', split: 'frail', as: 'columns' },
  { by: 'kind', split: 'grade', as: 'columns' },
  { by: 'opened', each: 'hour_of_week' },
  { by: 'opened', each: 'hour_of_week', mean: true },
  { by: 'opened', each: 'day' },
  { by: 'day', each: 'month' },
]
const MEASURES: readonly JsonObject[] = [
  {},
  { sum: 'discount' },
  { avg: 'discount' },
  { percentile: 90, f: 'discount' },
  { sum: 'margin' },
  { sum: 'price' },
  { avg: 'arrived', until: 'opened' },
  { percentile: 50, f: 'opened', until: 'arrived' },
  { avg: 'arrived', until: 'checked' },
  { share: { grade: 'x' } },
  { share: { discount: { gte: 50 } } },
  { share: { cave: { box: [-77.1, -12.1, -77, -12] } } },
  { share: { margin: { gte: 50 } } },
  { filters: { grade: ['x', 'y'] } },
  { filters: { discount: { lt: 50 } } },
  { filters: { opened: { hours: [9, 33] } } },
  { filters: { margin: { gte: 50 } } },
  { filters: { cave: { isNull: false } } },
]
const isMean = (measure: JsonObject): boolean => ['avg', 'percentile', 'share'].some((key) => key in measure)
const STATS = PARTS.flatMap((part, p) =>
  MEASURES.flatMap((measure, m): readonly JsonObject[] => {
    if (part.mean === true && isMean(measure)) return []
    // Each part with each measure would be 230 questions; these have every one of both, in as many pairs as a few
    // seconds allow.
    if (p > 0 && m > 0 && (p + m) % 5 !== 0) return []
    const isDonut =
      part.by !== undefined &&
      part.each === undefined &&
      ['kind', 'grade', 'frail'].includes(String(part.by)) &&
      part.as === undefined
    return [{ id: `n${p}_${m}`, title: `Número ${p} ${m}`, ...part, ...measure, ...(isDonut && { as: 'bars' }) }]
  }),
)
const FILTERS: readonly JsonObject[] = [
  {},
  { filters: { kind: 'b' } },
  { filters: { grade: 'x' } },
  { filters: { discount: { gte: 40 } } },
  { filters: { discount: { isNull: true } } },
  { filters: { margin: { gte: 10 } } },
  { filters: { frail: 1, kind: ['a', 'b'] } },
  { filters: { cave: { box: [-77.05, -12.1, -77, -12.05] } } },
  { filters: { cave: { isNull: true } } },
  { filters: { opened: { gte: '2026-04-05', lte: '2026-04-06' } } },
  { filters: { opened: { hours: [9, 10, 33] } } },
  { filters: { id_cellar: { nin: [1] } } },
  { filters: { day: { gt: '2026-02-10' } } },
  { q: 'paquete 1' },
  { date_from: '2026-04-05', compare: 1 },
  { filters: { opened: { gte: '2026-04-05' } }, compare: 1 },
]
// A number of each kind, for the questions that are asked again and again.
const FEW = STATS.filter(({ id }, i) => String(id).endsWith('_0') || i % 9 === 0)
  .map(({ id }) => id)
  .join(',')
const MAPS = STATS.filter(({ by }) => by === 'spot' || by === 'cave').map(({ id }) => String(id))
const ROWS = 60

oneEngine((_engine, open) => {
  describe('what a list hides', () => {
    let at: Awaited<ReturnType<typeof keyApp>>
    const askers = new Map<
      string,
      (path: string, input: JsonObject) => Promise<{ readonly status: number; readonly text: string }>
    >()
    beforeAll(async () => {
      const resources = {
        ...RECORD_RESOURCES,
        parcels: { title: 'Paquetes', stats: STATS, list: { days: { f: 'arrived' } } },
        roles: { title: 'Roles' },
      }
      at = await keyApp(open, {
        schemas: SCHEMAS,
        resources: { ...resources, people: { entity: 'users', title: 'Personas' } },
        features: [{ name: 'maps', needs: {}, charts: ['map' as const] }],
        now: () => new Date('2026-04-08T18:00:00Z'),
      })
      const random = randomSource(5)
      const { a, b } = at.ids.companies
      for (let i = 0; i < ROWS; i++) {
        const kind = [null, 'a', 'b', 'b'][i % 4] ?? null
        const { id } = await at.make('root', 'parcels', {
          code: `P${i}`,
          title: `Paquete ${i}`,
          kind,
          price: i,
          arrived: `2026-04-0${1 + (i % 7)}T1${i % 10}:00:00Z`,
          id_company: [a, b, a][i % 3] ?? null,
          id_depot: [at.depots.a, at.depots.b][i % 2] ?? null,
        })
        await at.database.db
          .updateTable('parcels')
          .set({ ...secrets(random), spot: placeOf(random) })
          .where('id', '=', Number(id))
          .execute()
      }
      for (const role of ['reader', 'companyA', 'none'] as const)
        askers.set(role, (path, input) => at.call(role, 'GET', path, input))
      const { key } = await at.makeKey('companyA', [{ id: 'parcels' }])
      askers.set('key of companyA', (path, input) =>
        at.ask(
          key,
          'GET',
          `admin/${path}?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]))}`,
        ),
      )
    })
    const placeOf = (random: () => number): string =>
      `(${(-77.05 + random() * 0.06).toFixed(5)},${(-12.1 + random() * 0.06).toFixed(5)})`
    const secrets = (random: () => number) => ({
      margin: Math.floor(random() * 100),
      discount: Math.floor(random() * 100),
      grade: ['x', 'y', 'z'][Math.floor(random() * 3)],
      frail: random() < 0.5,
      cave: placeOf(random),
      opened: new Date(Date.UTC(2026, 3, 1 + Math.floor(random() * 7), Math.floor(random() * 24))).toISOString(),
      day: `2026-0${1 + Math.floor(random() * 4)}-1${Math.floor(random() * 10)}`,
      id_cellar: [at.depots.a, at.depots.b][Math.floor(random() * 2)],
      stamp: String(random()),
    })
    /** Everything somebody may be answered: what was asked, and what came. */
    async function everything(name: string): Promise<ReadonlyMap<string, string>> {
      const ask = askers.get(name)
      const answers = new Map<string, string>()
      const take = async (path: string, input: JsonObject): Promise<void> => {
        const { status, text } = (await ask?.(path, input)) ?? { status: 0, text: '' }
        expect([path, input, status < 500]).toEqual([path, input, true])
        answers.set(`${path} ${JSON.stringify(input)}`, `${status} ${text.replace(/"as_of":"[^"]*"/, '')}`)
      }
      await take('parcels/stats', {})
      for (const filters of FILTERS) await take('parcels/stats', { ids: FEW, ...filters })
      for (const stat of MAPS)
        for (const level of [11, 14]) await take('parcels/heat', { stat, level, box: '-77.2,-12.2,-76.9,-11.9' })
      for (const filters of FILTERS)
        for (const stat of ['n6_0', 'n7_0'])
          await take('parcels/heat', { stat, level: 13, box: '-77.2,-12.2,-76.9,-11.9', ...filters })
      return answers
    }
    /**
     * Changes all that an asker does not see: fields of rows that hide them, and for people of a company rows of others
     * and what only staff sees.
     */
    async function changeHidden(ofCompany: boolean): Promise<void> {
      const random = randomSource(77)
      const { db } = at.database
      const rows = (await db
        .selectFrom('parcels')
        .select(['id', 'kind', 'id_company'])
        .execute()) as unknown as readonly { id: number; kind: string | null; id_company: number | null }[]
      for (const { id, kind, id_company } of rows) {
        const { margin, ...more } = secrets(random)
        const {
          discount: _own,
          grade: _grade,
          frail: _frail,
          cave: _cave,
          opened: _opened,
          day: _day,
          id_cellar: _cellar,
          ...secretOnly
        } = more
        const isForeign = ofCompany && Number(id_company) !== at.ids.companies.a
        const change: { [column: string]: Json | undefined } = {
          ...(kind === 'a' && !isForeign ? secretOnly : more),
          ...(ofCompany && { margin }),
          ...(isForeign && {
            price: Math.floor(random() * 1000),
            spot: placeOf(random),
            kind: random() < 0.5 ? 'a' : 'b',
          }),
        }
        // The first of all moments: a mean is over the time since the first that is seen.
        if (change.opened !== undefined && kind !== 'a' && random() < 0.3) change.opened = '2026-02-15T10:00:00Z'
        await db.updateTable('parcels').set(change).where('id', '=', id).execute()
        if (isForeign && random() < 0.3)
          await db.updateTable('parcels').set({ date_deleted: '2026-04-07T00:00:00Z' }).where('id', '=', id).execute()
      }
    }

    test.each(['none', 'companyA', 'key of companyA', 'reader'])('no number tells %s', async (name) => {
      const before = await everything(name)
      await changeHidden(name.endsWith('A') || name === 'none')
      const after = await everything(name)
      for (const [question, answer] of before) expect([question, after.get(question)]).toEqual([question, answer])
      expect(before.get('parcels/stats {}')?.slice(0, 3)).toBe(name === 'none' ? '403' : '200')
      // What is refused for whoever may not ask is refused for all: the others were answered.
      expect([...before.values()].filter((answer) => answer.startsWith('200')).length > 30).toBe(name !== 'none')
    })

    test('and what is seen moves them: the questions would notice', async () => {
      const before = await everything('companyA')
      const random = randomSource(3)
      await at.database.db
        .updateTable('parcels')
        .set({ discount: sql`discount + 100`, grade: 'z', cave: placeOf(random), opened: '2026-04-02T09:00:00Z' })
        .where('kind', '=', 'a')
        .where('id_company', '=', at.ids.companies.a)
        .execute()
      const after = await everything('companyA')
      expect([...before].filter(([question, answer]) => after.get(question) !== answer).length).toBeGreaterThan(10)
    })

    const ROLES_ASKING: readonly RoleName[] = ['root', 'companyA']
    const long = Array.from({ length: 2500 }, () => 'n0_0').join(',')
    const HOSTILE: readonly JsonObject[] = [
      { ids: long },
      { ids: ',,,' },
      { ids: '__proto__' },
      { ids: 'constructor' },
      { ids: '\u0000' },
      { ids: "n0_0';--" },
      { compare: 'x' },
      { compare: '1', date_from: '0001-01-01' },
      { compare: '1', date_from: '0001-01-01', date_to: '0001-01-01' },
      { compare: '1', date_from: '9999-12-31' },
      { compare: '1', date_from: '9999-12-31', date_to: '9999-12-31' },
      { compare: '1', date_from: '2026-04-08', date_to: '0001-01-01' },
      { date_from: '2026-02-30' },
      { date_from: '10000-01-01' },
      { date_from: '-0001-01-01' },
      { date_from: 'ayer' },
      { date_to: '99999999-01-01' },
      { filters: 'x' },
      { filters: '[' },
      { filters: [] },
      { filters: null },
      { filters: { id: 'x' } },
      { filters: { id: '99999999999999999999' } },
      { filters: { id: 1e300 } },
      { filters: { id: -1 } },
      { filters: { price: { gte: '1e999' } } },
      { filters: { price: { gte: {} } } },
      { filters: { price: { gte: '9'.repeat(200) } } },
      { filters: { arrived: { gte: '0001-01-01T00:00:00Z' } }, compare: 1 },
      { filters: { arrived: { gte: 'infinity' } } },
      { filters: { arrived: { hours: [0, 0.5] } } },
      { filters: { arrived: { gte: '2026-04-01', lt: 'x' } } },
      { filters: { arrived: [] } },
      { filters: { opened: { gte: '0001-01-01' } } },
      { filters: { opened: { gte: '9999-12-31', lte: '0001-01-01' } } },
      { filters: { opened: { gt: '9999-12-31' } } },
      { filters: { opened: { lt: '0001-01-01' } }, compare: 1 },
      { filters: { opened: 5 } },
      { filters: { opened: '2026-04-05' } },
      { filters: { opened: { hours: 'x' } } },
      { filters: { opened: { gte: '2026-04-05T00:00:00.000Z', lt: '2026-04-05T00:00:00.000Z' } } },
      { filters: { id_depot: ['a'] } },
      { filters: { id_depot: Array.from({ length: 1001 }, (_id, i) => i) } },
      { filters: { cave: { box: [0, 0, 0, 0] } } },
      { filters: { cave: { box: [180, -90, -180, 90] } } },
      { filters: { cave: { box: [-180, -90, 180, 90] } } },
      { filters: { cave: { box: null } } },
      { filters: { cave: 1 } },
      { filters: { kind: { in: [1, null, {}] } } },
      { filters: { title: '\ud800' } },
      { filters: { title: '\u0000' } },
      { q: '%_\\' },
      { q: 'x'.repeat(3000) },
      { include_closed: 1 },
      { followed: 'x' },
      { columns: 'x' },
      { page: -1 },
      { stat: 'x' },
      { box: 'x' },
    ]
    test.each(ROLES_ASKING)('no question of %s is an error of the server', async (role) => {
      for (const input of HOSTILE) {
        expect([
          input,
          (
            await at.call(role, 'GET', 'parcels/stats', {
              ids: 'n0_0,n1_0,n4_0,n6_0,n10_0,n11_0,n12_0,n13_0',
              ...input,
            })
          ).status,
        ]).toEqual([input, expect.toSatisfy((status: number) => status >= 200 && status < 500) as unknown])
        expect([
          input,
          (await at.call(role, 'GET', 'parcels/heat', { stat: 'n6_0', box: '-180,-90,180,90', level: 20, ...input }))
            .status,
        ]).toEqual([input, expect.toSatisfy((status: number) => status >= 200 && status < 500) as unknown])
      }
      for (const path of [
        'parcels/stats?ids=n0_0&ids=n1_0',
        'parcels/stats?date_from=2026-01-01&date_from=2026-02-01',
        'parcels/stats?filters=%7B%7D&filters=%7B%7D',
        'parcels/stats?compare=1&compare=0',
        'parcels/heat?stat=n6_0&stat=n7_0&box=1,2,3,4&level=3',
        'parcels/heat?stat=n6_0&box=1,2,3,4&box=1,2,3,4&level=3',
        'parcels/heat',
        'parcels/stats?ids[]=x',
      ]) {
        expect([path, (await at.call(role, 'GET', path)).status < 500]).toEqual([path, true])
      }
    })
  })
})

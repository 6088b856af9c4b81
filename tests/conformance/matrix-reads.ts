import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '../../src/model/json'
import { calendarBy, calendarOf } from './layouts-suite'
import { idsOf } from './matrix-calls'
import type { Kind } from './matrix-kind'
import { comparable, someKeys, wrongRows } from './written-suite'
import { everything, idOf, STANDINGS, type Situation, type Standing } from './matrix-situation'

const seen = ({ see }: Situation): number[] => (see ? [200] : [403])
const unseen = ({ see }: Situation): number[] => (see ? [404] : [403])
const statusOf = (standing: Standing) => (standing === 'mine' || standing === 'shared' ? seen : unseen)
const isList = ({ resource }: Situation): boolean => !resource.singleton
const formats = ({ resource }: Situation) => resource.export.filter((one) => one !== 'csv')

const mapOf = ({ list }: Situation['resource']) => list.layouts.find((layout) => layout.kind === 'map')

const lists: readonly Kind[] = [
  {
    name: 'list',
    core: true,
    arises: isList,
    async run(at, { caller }) {
      const list = await caller.get(
        at.resource.endpoint,
        { limit: 1000, order_col: 'id', ...everything(at.resource) },
        seen(at),
      )
      caller.expectIds(`${at.resource.name} list`, list, idsOf(list), at.sees)
    },
  },
  {
    // A list in full is decoded by the server; of references that lead an account nowhere both say so.
    name: 'written list',
    arises: isList,
    async run(at, { caller, expected }) {
      const query = { limit: 1000, order_col: 'id', ...everything(at.resource) }
      const [written, decoded] = [
        await caller.get(at.resource.endpoint, query, seen(at)),
        await caller.get(at.resource.endpoint, { ...query, full: 1 }, seen(at)),
      ]
      const rowsOf = ({ body }: typeof written): Json => comparable(body.items ?? [], expected, at.resource)
      const keys = someKeys(rowsOf(decoded) as readonly JsonObject[], 0)
      if (keys.length > 0) {
        const narrow = await caller.get(at.resource.endpoint, { ...query, columns: keys.join() }, seen(at))
        const wrong = wrongRows(keys, rowsOf(narrow) as readonly JsonObject[], rowsOf(decoded) as readonly JsonObject[])
        if (wrong !== null)
          caller.wrong.push(`${at.account.name}: ${at.resource.name} by some of its keys: ${wrong.slice(0, 600)}`)
      }
      if (isDeepStrictEqual(rowsOf(written), rowsOf(decoded))) return
      caller.wrong.push(
        `${at.account.name}: ${at.resource.name} is written ${JSON.stringify(rowsOf(written)).slice(0, 400)}, not ${JSON.stringify(rowsOf(decoded)).slice(0, 400)}`,
      )
    },
  },
  {
    name: 'search',
    arises: isList,
    async run(at, { caller }) {
      const page = await caller.get(at.resource.endpoint, { limit: 2, q: 'zq', ...everything(at.resource) }, seen(at))
      if (page.status === 200 && idsOf(page).some((id) => !at.sees.has(id)))
        caller.wrong.push(`${at.account.name}: ${at.resource.name} search goes beyond`)
    },
  },
  {
    // By what a board counts, nobody learns of rows that their list does not have.
    name: 'board',
    arises: (at) => isList(at) && at.resource.list.layouts.some(({ kind }) => kind === 'board'),
    async run(at, { caller }) {
      const board = await caller.get(
        `${at.resource.endpoint}/board`,
        { limit: 1000, ...everything(at.resource) },
        seen(at),
      )
      const columns = Array.isArray(board.body.columns) ? (board.body.columns as readonly JsonObject[]) : []
      const items = columns.flatMap((column) => column.items as readonly JsonObject[])
      caller.expectIds(
        `${at.resource.name} board`,
        board,
        items.map(({ id }) => id ?? null),
        at.sees,
      )
      const counted = columns.reduce((sum, { count }) => sum + Number(count), 0)
      if (board.status === 200 && (counted !== at.sees.size || board.body.total !== counted))
        caller.wrong.push(`${at.account.name}: ${at.resource.name} board counts ${counted}, not ${at.sees.size}`)
    },
  },
  {
    name: 'csv',
    arises: isList,
    async run(at, { caller }) {
      const csv = await caller.get(
        at.resource.endpoint,
        { format: 'csv', headers: 'names', ...everything(at.resource) },
        seen(at),
      )
      if (csv.status === 200) caller.expectIds(`${at.resource.name} csv`, csv, csvIds(csv.text), at.sees)
    },
  },
  {
    name: 'rest list',
    arises: isList,
    async run(at, { caller }) {
      const rest = await caller.call('GET', `/api/rest/${at.resource.name}?range=[0,999]`, undefined, seen(at))
      if (!at.resource.closed) caller.expectIds(`${at.resource.name} rest`, rest, idsOf(rest), at.sees)
    },
  },
  {
    name: 'look-up',
    arises: isList,
    // A look-up by itself is the list, in ids and names.
    async run(at, { caller, expected }) {
      const { account, resource, see } = at
      const isOfEntity = resource.name === resource.entity
      const over = isOfEntity
        ? Object.values(expected.model.resources).filter(
            (one) => one.entity === resource.entity && expected.right(account, one).see,
          )
        : see
          ? [resource]
          : []
      const lookup = await caller.get(
        resource.endpoint,
        { lookup: 1, limit: 1000, ...(see ? everything(resource) : {}) },
        over.length > 0 ? [200] : [403],
      )
      const whole = account.root && isOfEntity ? [{ ...resource, where: undefined }] : over
      if (!resource.closed)
        caller.expectIds(
          `${resource.name} look-up`,
          lookup,
          idsOf(lookup),
          new Set(whole.flatMap((one) => [...expected.reach(account, one)])),
        )
    },
  },
  {
    // For a field it also gives what may be written there, and where it is only read, what the records refer to.
    name: 'look-ups of its references',
    core: true,
    arises: isList,
    async run(at, { caller, expected }) {
      const { account, resource, entity } = at
      for (const field of Object.values(entity.fields)) {
        const target = field.ref && expected.model.entities[field.ref.to]
        const there = field.ref && expected.model.resources[field.ref.resource ?? field.ref.to]
        if (!target || !there || field.virtual || field.secret || there.singleton || there.rest !== undefined) continue
        const answer = await caller.get(
          there.endpoint,
          { lookup: 1, limit: 1000, for: `${entity.name}.${field.name}` },
          [200, 403],
        )
        const over = Object.values(expected.model.resources)
        const lists = over.filter(
          (one) =>
            (one === there || (there.name === target.name && one.entity === target.name)) &&
            expected.right(account, one).see,
        )
        const owners = over.filter((one) => one.entity === entity.name && expected.right(account, one).see)
        const isWritten = over.some((one) => one.entity === entity.name && account.rights.get(one.module ?? '')?.edit)
        const rows = expected.rows.get(entity.name)
        const may = new Set<Json>([
          ...lists.flatMap((one) => [...expected.reach(account, one)]),
          ...(isWritten ? expected.reach(account, { ...there, where: undefined }) : []),
          ...owners
            .flatMap((one) => [...expected.reach(account, one)])
            .map((id) => rows?.get(id)?.[field.name] ?? null),
        ])
        const more = idsOf(answer).filter((id) => !may.has(id) && !account.root)
        if (more.length > 0)
          caller.wrong.push(
            `${account.name}: the look-up for ${entity.name}.${field.name} of ${resource.name} names ${more.length} more: ${more.slice(0, 5).join()}`,
          )
        if (answer.status === 200 && lists.length + owners.length === 0 && !account.root)
          caller.wrong.push(`${account.name}: the look-up for ${entity.name}.${field.name} is open`)
      }
    },
  },
  {
    // What takes long to make is made for one bound account alone; refused it is to everyone.
    name: 'other exports',
    arises: (at) => formats(at).length > 0 && (!at.see || at.account.name === 'company-all'),
    async run(at, { caller }) {
      for (const format of formats(at))
        await caller.get(at.resource.endpoint, { format, limit: 5, ...everything(at.resource) }, seen(at))
    },
  },
  {
    name: 'numbers',
    arises: isList,
    async run(at, { caller }) {
      const { account, resource } = at
      const answer = await caller.get(`${resource.endpoint}/stats`, everything(resource), seen(at))
      const items = (answer.status === 200 ? answer.body.items : []) as unknown as readonly {
        readonly id: string
        readonly count: number
      }[]
      for (const { id, count } of items) {
        const { filters = {} } = resource.stats.find((stat) => stat.id === id) ?? {}
        if (Object.keys(filters).length > 0 ? count > at.sees.size : count !== at.sees.size)
          caller.wrong.push(`${account.name}: ${resource.name} counts ${count} of ${at.sees.size} as ${id}`)
      }
      for (const { id: stat } of resource.stats.filter(({ as }) => as === 'map')) {
        const heat = await caller.get(
          `${resource.endpoint}/heat`,
          { stat, box: '-180,-90,180,90', level: 12, ...everything(resource) },
          at.see ? [200, 404] : [403],
        )
        const told =
          heat.status === 200
            ? (heat.body.cells as readonly (readonly number[])[]).reduce((sum, [, , n = 0]) => sum + n, 0)
            : 0
        if (told > at.sees.size)
          caller.wrong.push(`${account.name}: the heat of ${resource.name} counts ${told} of ${at.sees.size}`)
      }
    },
  },
  {
    name: 'map',
    arises: ({ resource }) => mapOf(resource) !== undefined,
    async run(at, { caller, expected }) {
      const { account, resource, sees } = at
      const map = await caller.get(
        `${resource.endpoint}/map`,
        { box: '-180,-90,180,90', ...everything(resource) },
        at.see ? [200, 404] : [403],
      )
      if (map.status !== 200) return
      if (map.body.total !== sees.size)
        caller.wrong.push(
          `${account.name}: the map of ${resource.name} counts ${String(map.body.total)} rows, not ${sees.size}`,
        )
      const layout = mapOf(resource)
      const rows = expected.rows.get(resource.entity)
      const ids = idsOf(map)
      // Where other rows keep the place, they have a scope of their own.
      const placed = layout?.from
        ? ids.filter((id) => sees.has(id))
        : [...sees].filter((id) => (rows?.get(id)?.[layout?.at ?? ''] ?? null) !== null)
      caller.expectIds(`${resource.name} map`, map, ids, new Set(placed))
    },
  },
  {
    name: 'calendar',
    core: true,
    arises: (at) => isList(at) && calendarOf(at.resource) !== undefined,
    async run(at, { caller }) {
      const { resource, entity, account } = at
      const list = await caller.get(
        resource.endpoint,
        { limit: 1000, order_col: 'id', ...everything(resource) },
        seen(at),
      )
      const expected =
        list.status === 200
          ? calendarBy(resource, entity, list.body.items as unknown as JsonObject[], 'America/Lima')
          : null
      // Whoever does not see its days has no calendar.
      const answer = await caller.get(
        `${resource.endpoint}/calendar`,
        { ...(expected?.span ?? { from: '2026-11-01', to: '2026-11-30' }), ...everything(resource) },
        expected && idsOf(list).length > 0 ? seen(at) : [...seen(at), 404],
      )
      const { days, total, undated } = answer.body
      if (
        answer.status === 200 &&
        expected &&
        JSON.stringify([days, total, undated]) !== JSON.stringify([expected.days, expected.total, expected.undated])
      )
        caller.wrong.push(
          `${account.name}: ${resource.name} calendar counts ${JSON.stringify([days, total, undated])}, the list ${JSON.stringify([expected.days, expected.total, expected.undated])}`,
        )
      if (answer.status === 200 && idsOf(answer).some((id) => !at.sees.has(id)))
        caller.wrong.push(`${account.name}: ${resource.name} calendar goes beyond`)
    },
  },
  { name: 'views', arises: isList, run: (at, { caller }) => caller.get(`${at.resource.endpoint}/views`, {}, seen(at)) },
  {
    name: 'empty form',
    arises: () => true,
    run: (at, { caller }) =>
      caller.post(
        `${at.resource.endpoint}/form`,
        {},
        at.resource.singleton && at.sees.size === 0 ? unseen(at) : seen(at),
      ),
  },
]

const records = STANDINGS.flatMap((standing): Kind[] => {
  const [status, arises] = [statusOf(standing), ({ rows }: Situation) => rows[standing] !== undefined]
  return [
    {
      name: `record that is ${standing}`,
      ...(standing === 'foreign' ? { core: true } : {}),
      arises,
      run: (at, { caller }) => caller.get(`${at.resource.endpoint}/${String(idOf(at, standing))}`, {}, status(at)),
    },
    {
      name: `documents of what is ${standing}`,
      arises: (at) => arises(at) && at.resource.print !== undefined,
      async run(at, { caller }) {
        for (const { name, when } of at.resource.print ?? []) {
          // A rule keeps some documents from some records and people.
          const expected = status(at).flatMap((one) => (one === 200 && when ? [200, 409] : [one]))
          for (const format of standing === 'mine' ? ['html', 'pdf'] : ['html'])
            await caller.get(
              `${at.resource.endpoint}/${String(idOf(at, standing))}`,
              { print: name, export: format },
              expected,
            )
          if (standing === 'foreign')
            await caller.post(
              `${at.resource.endpoint}/print`,
              { print: name, export: 'html', ids: [idOf(at, standing)] },
              expected,
            )
        }
      },
    },
    {
      name: `form of what is ${standing}`,
      arises,
      run: (at, { caller }) => caller.post(`${at.resource.endpoint}/form`, { id: idOf(at, standing) }, status(at)),
    },
    {
      name: `rest record that is ${standing}`,
      arises,
      run: (at, { caller }) =>
        caller.call('GET', `/api/rest/${at.resource.name}/${String(idOf(at, standing))}`, undefined, status(at)),
    },
  ]
})

const logs = (['mine', 'foreign'] as const).map(
  (standing): Kind => ({
    name: `log of what is ${standing}`,
    arises: ({ rows }) => rows[standing] !== undefined,
    async run(at, { caller }) {
      const [{ account, resource }, id] = [at, idOf(at, standing)]
      const answer = await caller.get(
        'logs',
        { target: resource.name, id_target: id, limit: 100 },
        at.log ? [200] : [403],
      )
      if (answer.status === 200 && standing === 'foreign' && idsOf(answer).length > 0)
        caller.wrong.push(`${account.name}: the log of ${resource.name} ${String(id)} is told`)
    },
  }),
)

/** Calls that change nothing. */
export const reads: readonly Kind[] = [...lists, ...records, ...logs]

/** First cells of a csv whose first column is the id; quoted cells may hold line breaks. */
function csvIds(text: string): number[] {
  const records = text
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  const at = (records[0] ?? '').split(/[,;\t]/).indexOf('id')
  return records.slice(1).map((line) => Number(line.split(/[,;\t]/)[at]))
}

import { idsOf } from './matrix-calls'
import type { Kind } from './matrix-kind'
import { everything, idOf, STANDINGS, type Situation, type Standing } from './matrix-situation'

const seen = ({ see }: Situation): number[] => (see ? [200] : [403])
const unseen = ({ see }: Situation): number[] => (see ? [404] : [403])
const statusOf = (standing: Standing) => (standing === 'mine' || standing === 'shared' ? seen : unseen)
const isList = ({ resource }: Situation): boolean => !resource.singleton
const formats = ({ resource }: Situation) => resource.export.filter((one) => one !== 'csv')

const lists: readonly Kind[] = [
  {
    name: 'list', core: true, arises: isList,
    async run(at, { caller }) {
      const list = await caller.get(at.resource.endpoint, { limit: 1000, order_col: 'id', ...everything(at.resource) }, seen(at))
      caller.expectIds(`${at.resource.name} list`, list, idsOf(list), at.sees)
    },
  },
  {
    name: 'search', arises: isList,
    async run(at, { caller }) {
      const page = await caller.get(at.resource.endpoint, { limit: 2, q: 'zq', ...everything(at.resource) }, seen(at))
      if (page.status === 200 && idsOf(page).some((id) => !at.sees.has(id))) caller.wrong.push(`${at.account.name}: ${at.resource.name} search goes beyond`)
    },
  },
  {
    name: 'csv', arises: isList,
    async run(at, { caller }) {
      const csv = await caller.get(at.resource.endpoint, { format: 'csv', headers: 'names', ...everything(at.resource) }, seen(at))
      if (csv.status === 200) caller.expectIds(`${at.resource.name} csv`, csv, csvIds(csv.text), at.sees)
    },
  },
  {
    name: 'rest list', arises: isList,
    async run(at, { caller }) {
      const rest = await caller.call('GET', `/api/rest/${at.resource.name}?range=[0,999]`, undefined, seen(at))
      if (!at.resource.closed) caller.expectIds(`${at.resource.name} rest`, rest, idsOf(rest), at.sees)
    },
  },
  {
    name: 'look-up', arises: isList,
    async run(at, { caller, expected }) {
      const { account, resource } = at
      // Of what is root's alone others look up only what their own fields refer to: the roles of people.
      if (resource.root && !at.see) return void await caller.get(resource.endpoint, { lookup: 1 }, resource.name === 'roles' ? [200, 403] : [403])
      // Named as its entity a look-up answers for all of it.
      const whole = resource.name === resource.entity ? { ...resource, where: undefined } : resource
      const lookup = await caller.get(resource.endpoint, { lookup: 1, limit: 1000, ...everything(resource) }, [200])
      if (!resource.closed) caller.expectIds(`${resource.name} look-up`, lookup, idsOf(lookup), expected.reach(account, whole))
    },
  },
  {
    // What takes long to make is made for one bound account alone; refused it is to everyone.
    name: 'other exports', arises: (at) => formats(at).length > 0 && (!at.see || at.account.name === 'company-all'),
    async run(at, { caller }) {
      for (const format of formats(at)) await caller.get(at.resource.endpoint, { format, limit: 5, ...everything(at.resource) }, seen(at))
    },
  },
  { name: 'views', arises: isList, run: (at, { caller }) => caller.get(`${at.resource.endpoint}/views`, {}, seen(at)) },
  {
    name: 'empty form', arises: () => true,
    run: (at, { caller }) => caller.post(`${at.resource.endpoint}/form`, {}, at.resource.singleton && at.sees.size === 0 ? unseen(at) : seen(at)),
  },
]

const records = STANDINGS.flatMap((standing): Kind[] => {
  const [status, arises] = [statusOf(standing), ({ rows }: Situation) => rows[standing] !== undefined]
  return [
    {
      name: `record that is ${standing}`, ...(standing === 'foreign' ? { core: true } : {}), arises,
      run: (at, { caller }) => caller.get(`${at.resource.endpoint}/${String(idOf(at, standing))}`, {}, status(at)),
    },
    {
      name: `form of what is ${standing}`, arises,
      run: (at, { caller }) => caller.post(`${at.resource.endpoint}/form`, { id: idOf(at, standing) }, status(at)),
    },
    {
      name: `rest record that is ${standing}`, arises,
      run: (at, { caller }) => caller.call('GET', `/api/rest/${at.resource.name}/${String(idOf(at, standing))}`, undefined, status(at)),
    },
  ]
})

const logs = (['mine', 'foreign'] as const).map((standing): Kind => ({
  name: `log of what is ${standing}`, arises: ({ rows }) => rows[standing] !== undefined,
  async run(at, { caller }) {
    const [{ account, resource }, id] = [at, idOf(at, standing)]
    const answer = await caller.get('logs', { target: resource.name, id_target: id, limit: 100 }, at.log ? [200] : [403])
    if (answer.status === 200 && standing === 'foreign' && idsOf(answer).length > 0) caller.wrong.push(`${account.name}: the log of ${resource.name} ${String(id)} is told`)
  },
}))

/** Calls that change nothing. */
export const reads: readonly Kind[] = [...lists, ...records, ...logs]

/** First cells of a csv whose first column is the id; quoted cells may hold line breaks. */
function csvIds(text: string): number[] {
  const records = text.replace(/^\uFEFF/, '').replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/).filter((line) => line !== '')
  const at = (records[0] ?? '').split(/[,;\t]/).indexOf('id')
  return records.slice(1).map((line) => Number(line.split(/[,;\t]/)[at]))
}

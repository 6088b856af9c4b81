import type { Bench, Kind } from './matrix-kind'
import { answersTo } from './matrix-refused-writes'
import { restore } from './matrix-rows'
import { idOf, type Situation } from './matrix-situation'

// What is one's own may still be protected, in use, or break a rule when it is active again.
const DONE = [200, 403, 409, 422]

const isOwn = ({ edit, rows }: Situation): boolean => edit && rows.mine !== undefined

/** What is allowed and changes nothing, and what is not allowed to anybody: to give a row of one's own away. */
export const idleWrites: readonly Kind[] = [
  {
    name: "save one's own as it is",
    arises: isOwn,
    // An account that may do more than one's own is changed by nobody who may not; that has tests of its own.
    run: (at, { caller }) =>
      caller.post(
        `${at.resource.endpoint}/create`,
        { id: idOf(at, 'mine') },
        at.entity.name === 'users' ? [200, 403] : [200],
      ),
  },
  { name: "give one's own away", arises: isOwn, run: giveAway },
]

/** What changes a row, each put back after it. */
export const ownWrites: readonly Kind[] = [
  {
    name: "disable and enable one's own",
    arises: (at) => isOwn(at) && at.entity.traits.includes('activable'),
    async run(at, bench) {
      const [{ resource }, id] = [at, idOf(at, 'mine')]
      for (const verb of ['disable', 'enable'])
        await bench.caller.post(`${resource.endpoint}/${verb}`, { id, ...answersTo(resource, verb) }, DONE)
      await restore(bench, at.entity, id)
    },
  },
  {
    name: "resort one's own",
    arises: (at) => isOwn(at) && at.entity.traits.includes('sortable'),
    run: (at, { caller }) => caller.post(`${at.resource.endpoint}/resort`, { items: [idOf(at, 'mine')] }, [200]),
  },
  {
    name: "remove one's own",
    arises: (at) => isOwn(at) && !at.resource.singleton,
    async run(at, bench) {
      const [{ resource }, id] = [at, idOf(at, 'mine')]
      await bench.caller.post(`${resource.endpoint}/remove`, { id, ...answersTo(resource, 'remove') }, DONE)
      await restore(bench, at.entity, id)
    },
  },
]

/** A row is given to nobody else: neither by the column that says whose it is, nor by emptying it. */
async function giveAway(at: Situation, { caller, expected }: Bench): Promise<void> {
  const [{ account, resource, entity }, id] = [at, idOf(at, 'mine')]
  for (const path of Object.values(entity.scope)) {
    const field = typeof path === 'string' && path !== 'id' ? entity.fields[path] : undefined
    const target = field?.ref && expected.rows.get(field.ref.to)
    const own = field && expected.rows.get(entity.name)?.get(id)?.[field.name]
    if (!field || !target || own === null || own === undefined) continue
    const other = [...target.keys(), null].find(
      (value) =>
        value !== own &&
        !expected.belongs(
          account,
          entity.name,
          { ...expected.rows.get(entity.name)?.get(id), [field.name]: value },
          'write',
        ),
    )
    if (other !== undefined) await caller.post(`${resource.endpoint}/create`, { id, [field.name]: other }, [403, 422])
  }
}

import type { JsonObject } from '../../src/model/json'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Resource } from '../../src/model/resource'
import { APPLICATION } from '../application'
import type { Kind } from './matrix-kind'
import { idOf, type Situation } from './matrix-situation'

const OWN_CALLS = new Set(
  APPLICATION.flatMap(({ calls = [] }) =>
    calls.filter(({ contract }) => contract.method === 'POST').map(({ contract }) => contract.path),
  ),
)
const REFUSED = [403]

const unseen = ({ edit }: Situation): number[] => (edit ? [404] : REFUSED)
/** A filter that finds nothing is no error: nothing is done to nothing. */
const byFilter = ({ edit }: Situation): number[] => (edit ? [200] : REFUSED)
// A feature's own call of that name answers for itself, and has tests of its own.
const isOwnCall = ({ endpoint }: Resource): boolean => OWN_CALLS.has(`${endpoint}/create`)
const uncreated = ({ resource }: Situation): number[] => (isOwnCall(resource) ? [403, 404, 422] : REFUSED)
/** Of a catalogue of one record every id means that one. */
const unfound = (at: Situation): number[] =>
  at.resource.singleton && at.rows.mine !== undefined && at.edit ? [200] : unseen(at)
// What the program alone writes may still be acted upon by a call of its own, which has tests of its own.
const verbsOf = ({ readOnly, singleton }: Resource) =>
  readOnly || singleton ? [] : (['remove', 'enable', 'disable'] as const)

/** What a verb of a catalogue asks first. */
export const answersTo = ({ asks }: Resource, verb: string): JsonObject =>
  Object.fromEntries(
    (Object.entries(asks ?? {}).find(([name]) => name === verb)?.[1]?.fields ?? []).map((field) => [
      field.name,
      typeOf(field, fieldTypes).sample(field, () => 0.5),
    ]),
  )

const outOfReach = (['foreign', 'gone', 'none'] as const).flatMap((standing): Kind[] => {
  const arises = ({ rows }: Situation): boolean => rows[standing] !== undefined
  const isActedUpon = (at: Situation): boolean => arises(at) && verbsOf(at.resource).length > 0
  return [
    {
      name: `save what is ${standing}`,
      ...(standing === 'foreign' ? { core: true } : {}),
      arises,
      run: (at, { caller }) =>
        caller.post(
          `${at.resource.endpoint}/create`,
          { id: idOf(at, standing) },
          isOwnCall(at.resource) ? uncreated(at) : unfound(at),
        ),
    },
    {
      name: `save rows of what is ${standing}`,
      arises: (at) => arises(at) && !at.resource.singleton,
      run: (at, { caller }) =>
        caller.post(`${at.resource.endpoint}/saveRows`, { rows: [{ id: idOf(at, standing) }] }, unseen(at)),
    },
    {
      name: `act upon what is ${standing}`,
      arises: isActedUpon,
      async run(at, { caller }) {
        const { resource } = at
        for (const verb of verbsOf(resource))
          await caller.post(
            `${resource.endpoint}/${verb}`,
            { id: idOf(at, standing), ...answersTo(resource, verb) },
            unseen(at),
          )
      },
    },
    {
      name: `remove several that are ${standing}`,
      arises: isActedUpon,
      async run(at, { caller }) {
        const [{ resource }, id, answers] = [at, idOf(at, standing), answersTo(at.resource, 'remove')]
        await caller.post(`${resource.endpoint}/remove`, { ids: [id], ...answers }, unseen(at))
        await caller.post(
          `${resource.endpoint}/remove`,
          { all: true, filters: { id }, expected: 1, ...answers },
          byFilter(at),
        )
      },
    },
    {
      name: `rest writes of what is ${standing}`,
      arises,
      async run(at, { caller }) {
        const url = `/api/rest/${at.resource.name}/${String(idOf(at, standing))}`
        await caller.call('PUT', url, {}, unfound(at))
        await caller.call('DELETE', url, undefined, at.see && !at.edit ? [403, 404] : unseen(at))
      },
    },
    {
      name: `resort what is ${standing}`,
      arises: (at) => arises(at) && !at.resource.singleton,
      run: (at, { caller }) =>
        caller.post(`${at.resource.endpoint}/resort`, { items: [idOf(at, standing)] }, unseen(at)),
    },
  ]
})

const onlyRead: readonly Kind[] = [
  {
    name: 'save rows of what is shared',
    arises: ({ rows, resource }) => rows.shared !== undefined && !resource.singleton,
    run: (at, { caller }) =>
      caller.post(`${at.resource.endpoint}/saveRows`, { rows: [{ id: idOf(at, 'shared') }] }, REFUSED),
  },
  {
    name: 'save what is shared',
    arises: ({ rows }) => rows.shared !== undefined,
    run: (at, { caller }) => caller.post(`${at.resource.endpoint}/create`, { id: idOf(at, 'shared') }, uncreated(at)),
  },
  {
    name: 'remove what is shared',
    arises: ({ rows }) => rows.shared !== undefined,
    async run(at, { caller }) {
      const [{ resource }, id, answers] = [at, idOf(at, 'shared'), answersTo(at.resource, 'remove')]
      await caller.post(`${resource.endpoint}/remove`, { id, ...answers }, REFUSED)
      await caller.post(
        `${resource.endpoint}/remove`,
        { all: true, filters: { id }, expected: 1, ...answers },
        byFilter(at),
      )
    },
  },
]

/**
 * Every way to change what all share, by who has not the whole of it: a branch, a company, an area, a partner, a
 * client.
 */
const ofTheHouse: readonly Kind[] = [
  {
    name: 'change what is shared',
    core: true,
    arises: ({ rows, resource }) => rows.shared !== undefined && !resource.singleton,
    async run(at, { caller }) {
      const [{ resource, entity }, id] = [at, idOf(at, 'shared')]
      const post = (call: string, body: JsonObject, expected: readonly number[] = REFUSED) =>
        caller.post(`${resource.endpoint}/${call}`, body, expected)
      const [field] = resource.import?.columns ?? Object.keys(entity.fields)
      await post('set', { ids: [id], values: { [field ?? 'id']: null } }, at.edit ? [403, 422] : REFUSED)
      for (const verb of verbsOf(resource)) if (!at.edit) await post(verb, { id, ...answersTo(resource, verb) })
      for (const verb of verbsOf(resource))
        if (!at.edit) await post(verb, { all: true, filters: {}, expected: 1, ...answersTo(resource, verb) })
      if (!at.edit)
        for (const call of [
          'create',
          'resort',
          'duplicate',
          'mergePreview',
          'merge',
          ...(resource.import ? ['importVerify', 'importSave'] : []),
        ])
          await post(call, { id, into: id, items: [id] }, call === 'create' ? uncreated(at) : REFUSED)
      await post('merge', { id, into: id }, at.edit ? [403, 404, 422] : REFUSED)
      await post('undo', { run: 'bulk:0' }, [404])
      await caller.call('PUT', `/api/rest/${resource.name}/${String(id)}`, {}, REFUSED)
    },
  },
]

const withoutRight: readonly Kind[] = [
  {
    name: 'create without the right',
    arises: ({ edit }) => !edit,
    async run(at, { caller }) {
      await caller.post(`${at.resource.endpoint}/create`, {}, uncreated(at))
      await caller.call('POST', `/api/rest/${at.resource.name}`, {}, at.resource.singleton ? [405] : REFUSED)
    },
  },
  {
    name: "save one's own without the right",
    core: true,
    arises: ({ edit, rows }) => !edit && rows.mine !== undefined,
    run: (at, { caller }) => caller.post(`${at.resource.endpoint}/create`, { id: idOf(at, 'mine') }, uncreated(at)),
  },
  {
    name: "save rows of one's own without the right",
    core: true,
    arises: ({ edit, rows, resource }) => !edit && rows.mine !== undefined && !resource.singleton,
    run: (at, { caller }) =>
      caller.post(`${at.resource.endpoint}/saveRows`, { rows: [{ id: idOf(at, 'mine') }] }, REFUSED),
  },
  {
    name: "act upon one's own without the right",
    arises: ({ edit, rows, resource }) => !edit && rows.mine !== undefined && verbsOf(resource).length > 0,
    async run(at, { caller }) {
      for (const verb of verbsOf(at.resource))
        await caller.post(`${at.resource.endpoint}/${verb}`, { id: idOf(at, 'mine') }, REFUSED)
    },
  },
  {
    name: 'import without the right',
    arises: ({ edit, resource }) => !edit && resource.import !== null,
    async run({ resource }, { caller }) {
      for (const call of ['importVerify', 'importSave']) await caller.post(`${resource.endpoint}/${call}`, {}, REFUSED)
    },
  },
]

/** Writes that are refused or find nothing. */
export const refusedWrites: readonly Kind[] = [...outOfReach, ...onlyRead, ...ofTheHouse, ...withoutRight]

import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { mayEdit, maySee, scopeRule } from '../../src/model/rights/access'
import { visibleModel } from '../../src/model/visible/visible-model'
import { modelView } from '../../src/server/language/metadata/model-view'
import type { Actor } from '../../src/model/rights/actor'
import type { Entity } from '../../src/model/entity'
import { holds } from '../../src/model/rules/holds'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { ownScopes } from '../../src/model/rights/scope-rule'
import { actorOf, libraryModel, SCOPES } from './model-fixture'

const model = libraryModel()
const { books, readers, shelves } = model.resources as { readonly [name: string]: Model['resources'][string] }

describe('a module', () => {
  test('is seen and changed by right, and wholly by root', () => {
    const actor = actorOf({ books: 'edit', readers: 'see' })
    expect([
      maySee(actor, books!),
      mayEdit(actor, books!),
      maySee(actor, readers!),
      mayEdit(actor, readers!),
      maySee(actor, shelves!),
    ]).toEqual([true, true, true, false, false])
    expect(mayEdit(actorOf({}, { root: true }), shelves!)).toBe(true)
  })

  test("for root alone is nobody else's, whatever their rights", () => {
    const [closed] = Object.values(libraryModel(['resources/books.json', '/root', true]).resources)
    expect([maySee(actorOf({ books: 'edit' }), closed!), maySee(actorOf({}, { root: true }), closed!)]).toEqual([
      false,
      true,
    ])
  })

  test('that does not exist is seen by nobody: references stay references', () => {
    expect(maySee(actorOf({}, { root: true }), { module: null })).toBe(false)
    expect(
      mayEdit(actorOf(JSON.parse('{ "constructor": "edit" }') as { [module: string]: 'edit' }), { module: 'toString' }),
    ).toBe(false)
  })
})

describe('the scope of a tenant', () => {
  const company = actorOf({}, { scopes: { company: 7 } })
  const entity = (scope: Entity['scope']): Entity => ({ ...model.entities.books!, scope })
  type Row = { readonly [key: string]: number | null }
  const meets = (scope: Entity['scope'], record: Row, use: 'read' | 'write' = 'read', actor = company): boolean => {
    const rule = scopeRule(SCOPES, entity(scope), actor, use)
    return rule === null || (rule !== 'none' && holds(rule, { record, user: {}, setting: {}, now_ms: 0 }))
  }

  test('is no bound for who has none', () => {
    expect(scopeRule(SCOPES, entity({}), actorOf({}))).toBeNull()
    expect(scopeRule(SCOPES, entity({ company: 'id_owner' }), actorOf({}))).toBeNull()
  })

  test('is their own rows, by a column or one reference away', () => {
    expect([7, 8, null].map((id_owner) => meets({ company: 'id_owner' }, { id_owner }))).toEqual([true, false, false])
    expect([7, 8, null].map((id) => meets({ company: 'id_shelf.id' }, { 'id_shelf.id': id }))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is nothing where an entity says nothing', () => {
    expect(scopeRule(SCOPES, entity({}), company)).toBe('none')
    expect(scopeRule(SCOPES, entity({ branch: 'id_shelf' }), company)).toBe('none')
  })

  test('reads what all share and writes none of it', () => {
    expect(scopeRule(SCOPES, entity({ shared: true }), company)).toBeNull()
    expect(scopeRule(SCOPES, entity({ shared: true }), company, 'write')).toBe('none')
    const both = { company: 'id_owner', shared: true } as const
    expect([meets(both, { id_owner: null }), meets(both, { id_owner: 7 }), meets(both, { id_owner: 8 })]).toEqual([
      true,
      true,
      false,
    ])
    expect([meets(both, { id_owner: null }, 'write'), meets(both, { id_owner: 7 }, 'write')]).toEqual([false, true])
  })

  test('of several branches is the rows of these, within the company', () => {
    const branches = actorOf({}, { scopes: { company: 7, branch: [1, 2] } })
    const scope = { company: 'id_owner', branch: 'id_shelf' }
    const rows: Row[] = [
      { id_owner: 7, id_shelf: 1 },
      { id_owner: 7, id_shelf: 3 },
      { id_owner: 8, id_shelf: 1 },
    ]
    expect(rows.map((row) => meets(scope, row, 'read', branches))).toEqual([true, false, false])
    expect(
      meets(scope, { id_owner: 7, id_shelf: 1 }, 'read', { ...branches, scopes: { ...branches.scopes, branch: [] } }),
    ).toBe(false)
  })

  test('of one branch is asked by equality, which an index has in the order of a list', () => {
    const own = (branch: readonly number[]) =>
      scopeRule(SCOPES, entity({ branch: 'id_shelf' }), actorOf({}, { scopes: { branch } }))
    expect(own([3])).toMatchObject({ op: 'eq', value: { value: 3 } })
    expect(own([3, 4])).toMatchObject({ op: 'in', value: { value: [3, 4] } })
  })
})

describe('the scope of partners, branches and areas', () => {
  const entity = (scope: Entity['scope']): Entity => ({ ...model.entities.books!, scope })
  const meets = (
    scope: Entity['scope'],
    actor: Actor,
    record: { readonly [key: string]: number | null },
    use: 'read' | 'write' = 'read',
  ) => {
    const rule = scopeRule(SCOPES, entity(scope), actor, use)
    return rule === null || (rule !== 'none' && holds(rule, { record, user: {}, setting: {}, now_ms: 0 }))
  }
  const worker = actorOf({}, { operator: false, scopes: { company: 7, partner: 7 } })
  const stranger = actorOf({}, { operator: false })
  const staff = actorOf({}, { scopes: { branch: [1, 2] } })
  const area = actorOf({}, { operator: false, scopes: { company: 7, area: [3] } })

  test("a partner's worker goes by partner where it is named, else by company", () => {
    const far = { partner: 'id_a.id_b.id_partner', company: 'id_company' }
    expect([7, 8, null].map((id) => meets(far, worker, { 'id_a.id_b.id_partner': id, id_company: 8 }))).toEqual([
      true,
      false,
      false,
    ])
    expect([7, 8].map((id_company) => meets({ company: 'id_company' }, worker, { id_company }))).toEqual([true, false])
    expect(
      meets({ partner: 'id_partner' }, actorOf({}, { operator: false, scopes: { company: 7 } }), { id_partner: 7 }),
    ).toBe(false)
  })

  test('who is no staff and belongs to nobody meets only what all share', () => {
    expect([meets({}, stranger, {}), meets({ company: 'id_company' }, stranger, { id_company: null })]).toEqual([
      false,
      false,
    ])
    const both = { company: 'id_company', shared: true } as const
    expect([null, 7].map((id_company) => meets(both, stranger, { id_company }))).toEqual([true, false])
    expect(meets({ shared: true }, stranger, {}, 'write')).toBe(false)
    expect(meets({ company: 'id_company' }, actorOf({}, { operator: false, root: true }), { id_company: 7 })).toBe(true)
  })

  describe('one person', () => {
    const person = actorOf({}, { operator: false, id: 9 })
    const rows = [9, 8, null].flatMap((id_user) => [7, null].map((id_company) => ({ id_user, id_company })))
    const met = (scope: Entity['scope'], actor: Actor, use: 'read' | 'write' = 'read') =>
      rows
        .filter((row) => meets(scope, actor, row, use))
        .map(({ id_user, id_company }) => `${String(id_user)}/${String(id_company)}`)

    test('who belongs to nobody sees their own rows, and none where the entity does not say whose they are', () => {
      expect(met({ user: 'id_user' }, person)).toEqual(['9/7', '9/null'])
      expect(met({ company: 'id_company', user: 'id_user' }, person, 'write')).toEqual(['9/7', '9/null'])
      expect(met({ company: 'id_company' }, person)).toEqual([])
      expect(met({}, person)).toEqual([])
    })

    test('is bound so alone: staff, a company, a partner and a branch go by their own bounds', () => {
      const scope = { company: 'id_company', user: 'id_user' }
      expect(met(scope, actorOf({}))).toHaveLength(rows.length)
      expect(met(scope, { ...person, root: true })).toHaveLength(rows.length)
      expect(met(scope, { ...person, scopes: { company: 7 } })).toEqual(['9/7', '8/7', 'null/7'])
      expect(met({ user: 'id_user' }, { ...person, scopes: { company: 7 } })).toEqual([])
      expect(met({ user: 'id_user' }, staff)).toEqual([])
    })

    test("shares their own rows with nobody, and reads those that are nobody's", () => {
      const scope = { company: 'id_company', user: 'id_user', shared: true } as const
      expect(met(scope, person)).toEqual(['9/7', '9/null', 'null/null'])
      expect(met(scope, person, 'write')).toEqual(['9/7', '9/null'])
      expect(met(scope, { ...person, scopes: { company: 7 } })).toEqual(['9/7', '8/7', 'null/7', 'null/null'])
      expect(met({ user: 'id_user', shared: true }, { ...person, scopes: { company: 7 } })).toEqual([
        'null/7',
        'null/null',
      ])
      expect(met({ user: 'id_user', shared: ['branch'] }, staff, 'write')).toEqual([])
      expect(met({ user: 'id_user', shared: ['branch'] }, person)).toEqual(['9/7', '9/null'])
    })

    test('makes rows of their own', () => {
      expect(ownScopes(SCOPES, { ...entity({ company: 'id_owner', user: 'id_shelf' }) }, person)).toEqual([
        { field: 'id_shelf', value: 9 },
      ])
      expect(ownScopes(SCOPES, { ...entity({ user: 'id' }) }, person)).toEqual([])
    })
  })

  test('staff of some branches meet their rows, and nothing that does not say its branch', () => {
    expect([1, 2, 3, null].map((id_branch) => meets({ branch: 'id_branch' }, staff, { id_branch }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([meets({}, staff, {}), meets({ company: 'id_company' }, staff, { id_company: 7 })]).toEqual([false, false])
    expect([meets({ shared: true }, staff, {}), meets({ shared: true }, staff, {}, 'write')]).toEqual([true, false])
    // Unless it is said expressly: of every row, or of those that are a branch's own.
    expect(meets({ shared: true, edit: { branch: true } }, staff, {}, 'write')).toBe(true)
    expect([1, 3].map((id) => meets({ shared: true, edit: { branch: 'id' } }, staff, { id }, 'write'))).toEqual([
      true,
      false,
    ])
    expect([1, 3].map((id) => meets({ shared: true, edit: { branch: 'id' } }, staff, { id }))).toEqual([true, true])
    expect(meets({ shared: true, edit: { branch: true } }, worker, {}, 'write')).toBe(false)
    const shared = { branch: 'id_branch', shared: true } as const
    expect([meets(shared, staff, { id_branch: null }), meets(shared, staff, { id_branch: null }, 'write')]).toEqual([
      true,
      false,
    ])
  })

  test('a list opens what has no value to some kinds of tenants alone', () => {
    const house = { shared: ['branch'] } as const
    expect([meets(house, staff, {}), meets(house, worker, {}), meets(house, stranger, {})]).toEqual([
      true,
      false,
      false,
    ])
    const some = { company: 'id_company', branch: 'id_branch', shared: ['branch'] } as const
    expect(
      meets(some, actorOf({}, { operator: false, scopes: { company: 7 } }), { id_company: null, id_branch: null }),
    ).toBe(false)
    expect(meets(some, staff, { id_company: 7, id_branch: null })).toBe(true)
  })

  test('an area divides its company only where it is named, and an administrator without one has nobody', () => {
    const people = { company: 'id_company', area: 'id_area' }
    expect([3, 4, null].map((id_area) => meets(people, area, { id_company: 7, id_area }))).toEqual([true, false, false])
    expect([
      meets(people, area, { id_company: 8, id_area: 3 }),
      meets({ company: 'id_company' }, area, { id_company: 7 }),
    ]).toEqual([false, true])
    expect(meets(people, { ...area, scopes: { ...area.scopes, area: [] } }, { id_company: 7, id_area: 3 })).toBe(false)
  })
})

describe('the Model that travels to a browser', () => {
  test('has the modules the user sees and of others what look-ups show', () => {
    const seen = visibleModel(model, actorOf({ books: 'see' }))
    const modules = Object.fromEntries(Object.values(seen.resources).map(({ name, module }) => [name, module]))
    expect(modules).toEqual({ books: 'books', readers: null, shelves: null })
    expect(Object.keys(seen.entities.users?.fields ?? {})).toEqual(['id', 'name', 'surname'])
    expect(Object.keys(seen.entities.shelves?.fields ?? {})).toEqual(['id', 'name'])
    expect(seen.resources.readers).toMatchObject({
      endpoint: 'readers',
      list: { columns: [], details: [] },
      filters: [],
      form: { rows: [] },
      actions: [],
    })
    expect(seen.resources.readers).not.toHaveProperty('where')
  })

  test('leaves out actions, tabs and fields that are not for this user', () => {
    const reader = actorOf({ readers: 'see' }, { facts: { operator: false } })
    expect(visibleModel(model, reader).resources.readers?.actions.map(({ id }) => id)).toEqual(['shelf'])
    expect(visibleModel(model, reader).resources.readers?.detail.tabs.map(({ kind }) => kind)).toEqual([
      'info',
      'panel',
      'logs',
    ])
    const both = actorOf({ readers: 'edit', books: 'edit' }, { facts: { operator: false } })
    expect(visibleModel(model, both).resources.readers?.actions.map(({ id }) => id)).toEqual(['remind', 'shelf'])
    expect(visibleModel(model, both).entities.books?.fields).not.toHaveProperty('margin')
    expect(JSON.stringify(visibleModel(model, both).resources.books)).not.toContain('margin')
    expect(
      visibleModel(model, actorOf({ books: 'see' }, { facts: { operator: true } })).entities.books?.fields,
    ).toHaveProperty('margin')
  })

  test('an action may need the right on another module, and is not there for users whom its rule leaves out', () => {
    const over = libraryModel([
      'resources/readers.json',
      '/actions/-',
      {
        id: 'shelve',
        module: 'shelves',
        go: '/shelves',
        when: { all: [{ 'user.operator': { eq: true } }, { state: { eq: '1' } }, { points: { gt: 2 } }] },
      },
    ])
    const shelve = (rights: Parameters<typeof actorOf>[0], operator: boolean) =>
      visibleModel(over, actorOf(rights, { facts: { operator } })).resources.readers?.actions.find(
        ({ id }) => id === 'shelve',
      )
    expect(shelve({ readers: 'edit', shelves: 'see' }, true)).toBeUndefined()
    expect(shelve({ readers: 'edit' }, true)).toBeUndefined()
    expect(shelve({ readers: 'see', shelves: 'edit' }, false)).toBeUndefined()
    // What has been answered is no reason that is told of a record.
    expect(shelve({ readers: 'see', shelves: 'edit' }, true)?.when).toMatchObject({
      all: [{ operand: { field: 'state' } }, { operand: { field: 'points' } }],
    })
    expect(
      visibleModel(over, actorOf({ readers: 'edit' })).resources.readers?.actions.find(({ id }) => id === 'remind')
        ?.when,
    ).toMatchObject({ operand: { field: 'state' } })
  })

  test('offers a filter to whom its rule names, and leaves what settings say to be asked', () => {
    const over = libraryModel(
      ['resources/books.json', '/filters/0', { f: 'title', when: { 'user.operator': { eq: true } } }],
      [
        'resources/books.json',
        '/filters/1',
        { f: 'kind', when: { all: [{ 'user.operator': { eq: true } }, { 'setting.library.open': { eq: 1 } }] } },
      ],
    )
    const offered = (operator: boolean) =>
      visibleModel(over, actorOf({ books: 'see' }, { facts: { operator } })).resources.books?.filters.slice(0, 2)
    expect(offered(false)?.map(({ f }) => f)).not.toEqual(expect.arrayContaining(['title']))
    expect(offered(false)?.map(({ f }) => f)).not.toEqual(expect.arrayContaining(['kind']))
    expect(offered(true)).toMatchObject([{ f: 'title' }, { f: 'kind', when: { operand: { kind: 'setting' } } }])
    expect(offered(true)?.[0]).not.toHaveProperty('when')
  })

  test('has the activity of records for whom its rule names, with no word of the rule', () => {
    const over = libraryModel([
      'resources/readers.json',
      '/detail/tabs/3',
      { tab: 'logs', when: { 'user.operator': { eq: true } } },
    ])
    const view = (operator: boolean) => modelView(over, actorOf({ readers: 'see' }, { facts: { operator } }))
    const tabs = (operator: boolean) =>
      visibleModel(over, actorOf({ readers: 'see' }, { facts: { operator } })).resources.readers?.detail.tabs
    expect(tabs(true)?.at(-1)).toEqual({ kind: 'logs' })
    expect(tabs(false)?.map(({ kind }) => kind)).toEqual(['info', 'panel'])
    expect(view(true).hash).not.toBe(view(false).hash)
  })

  test('is not shared by two users whom an action or a filter tells apart, be their rights the same', () => {
    const over = libraryModel([
      'resources/books.json',
      '/filters/0',
      { f: 'title', when: { 'user.corporate': { eq: true } } },
    ])
    const view = (corporate: boolean) =>
      modelView(over, actorOf({ books: 'see' }, { facts: { operator: false, corporate } }))
    expect(view(true).hash).not.toBe(view(false).hash)
    expect(view(true).hash).toBe(view(true).hash)
  })

  test('offers nothing that changes what all share to who has not the whole of it', () => {
    const over = libraryModel([
      'resources/shelves.json',
      '',
      { import: { columns: ['name'] }, actions: [{ id: 'dust', icon: 'edit', go: '/x' }] },
    ])
    const of = (scopes: Actor['scopes']) =>
      visibleModel(over, actorOf({ shelves: 'edit' }, { scopes, operator: true })).resources.shelves
    const offered = (scopes: Actor['scopes']) => {
      const { held, import: file, actions } = of(scopes) ?? {}
      return { held, file: file !== null, actions: actions?.map(({ id }) => id) }
    }
    expect(offered({})).toEqual({ held: undefined, file: true, actions: ['dust'] })
    expect(offered({ branch: [1] })).toEqual({ held: true, file: false, actions: [] })
    const view = (scopes: Actor['scopes']) =>
      modelView(over, actorOf({ shelves: 'edit' }, { scopes, operator: true })).hash
    expect(view({})).not.toBe(view({ branch: [1] }))
  })

  test('has no filter, column, detail or number by what a scope makes the same in all rows, unless some are shared or they have several', () => {
    const offered = (scope: JsonObject, scopes: Actor['scopes']) => {
      const over = (columns: readonly string[], details: readonly string[]) =>
        libraryModel(
          ['schemas/books.json', '/x-scope', scope],
          ['resources/books.json', '/stats', [{ id: 'shelves', title: 'Shelves', by: 'id_shelf' }]],
          ['resources/books.json', '/list/columns', columns],
          ['resources/books.json', '/list/details', details],
          ['resources/books.json', '/list/layouts', ['table', { as: 'two-pane', card: ['id_shelf'] }]],
        )
      const actor = actorOf({ books: 'see' }, { scopes, operator: true })
      const shown = [over(['title', 'id_shelf'], []), over(['title'], ['id_shelf'])].flatMap(
        (model) => visibleModel(model, actor).resources.books ?? [],
      )
      const named = shown
        .flatMap(({ list: { columns, details, layouts }, filters }) => [
          [...columns, ...details],
          filters,
          layouts.flatMap((layout) => ('card' in layout ? layout.card : [])),
        ])
        .map((of) => of.some(({ f }) => f === 'id_shelf'))
      const told = new Set([...named, ...shown.map(({ stats }) => stats.some(({ by }) => by === 'id_shelf'))])
      return [told.size === 1 ? [...told][0] : [...told], modelView(over(['title'], []), actor).hash]
    }
    const own = { branch: 'id_shelf', company: 'id_owner' }
    expect([null, [1], [1, 2]].map((branch) => offered(own, { branch })[0])).toEqual([true, false, true])
    expect(offered({ ...own, shared: ['branch'] }, { branch: [1] })[0]).toBe(true)
    expect(offered(own, { branch: [1] })[1]).not.toBe(offered(own, { branch: [1, 2] })[1])
  })

  test('is empty for who sees nothing', () => {
    expect(visibleModel(model, actorOf({}))).toEqual({
      entities: {},
      resources: {},
      reports: {},
      application: model.application,
    })
  })

  test('never has a secret, nor a field of an unseen module that no look-up shows', () => {
    const modules = fc.subarray(['books', 'readers', 'shelves'])
    fc.assert(
      fc.property(modules, fc.boolean(), fc.boolean(), (rights, root, operator) => {
        const actor = actorOf(Object.fromEntries(rights.map((name) => [name, 'edit'])), { root, facts: { operator } })
        const seen = visibleModel(model, actor)
        const open = Object.values(model.resources)
          .filter((resource) => maySee(actor, resource))
          .map((resource) => resource.entity)
        const shown: { readonly [entity: string]: readonly string[] } = {
          users: ['id', 'name', 'surname'],
          shelves: ['id', 'name'],
          books: [],
        }
        for (const entity of Object.values(seen.entities)) {
          const names = Object.keys(entity.fields)
          expect(names.filter((name) => model.entities[entity.name]?.fields[name]?.secret)).toEqual([])
          if (!open.includes(entity.name))
            expect(names.filter((name) => !shown[entity.name]?.includes(name))).toEqual([])
        }
        expect(JSON.stringify(seen)).not.toMatch(/shelf_mark|"hash"/)
        // Whatever is there points to what is there.
        const references = Object.values(seen.entities)
          .flatMap(({ fields }) => Object.values(fields))
          .flatMap(({ ref }) => ref ?? [])
        for (const ref of references) {
          expect([seen.entities[ref.to]?.name, seen.resources[ref.resource ?? '']?.entity]).toEqual([ref.to, ref.to])
        }
        for (const resource of Object.values(seen.resources)) expect(seen.entities).toHaveProperty(resource.entity)
      }),
    )
  })
})

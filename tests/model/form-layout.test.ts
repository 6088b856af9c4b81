import { describe, expect, test } from 'vitest'
import { fieldsThatDecide, isThere, openParts } from '../../src/client/resource/form/form-fields'
import { createStepGate } from '../../src/client/resource/form/form-parts'
import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { overlayModel } from '../../src/model/overlay'
import { visibleModel } from '../../src/model/visible/visible-model'
import type { RuleContext } from '../../src/model/rules/rule'
import { missingWords } from '../../src/server/language/words/missing-words'
import { actorOf, libraryModel } from './model-fixture'

const TABS = [
  { tab: 'book', title: 'Libro', icon: 'article', rows: [['title:8', 'year:4'], ['id_shelf']] },
  {
    tab: 'money',
    title: 'Dinero',
    rows: [['price'], { group: 'more', title: 'Más', collapsed: true, rows: [['notes']] }],
  },
  { tab: 'atlas', title: 'Atlas', show: { kind: { eq: 'atlas' } }, rows: [['fine', 'place']] },
  { tab: 'house', title: 'De la casa', rows: [['margin']] },
] as const satisfies readonly JsonObject[]
const tabbed = libraryModel(['resources/books.json', '/form', { in: 'page', tabs: [...TABS] }])
const books = tabbed.resources.books!
const context = (record: JsonObject, user: JsonObject = {}): RuleContext => ({ record, user, setting: {}, now_ms: 0 })

describe('a form in tabs', () => {
  test('is read as groups that stand alone, with their keys, titles, icons and rules', () => {
    expect(books.form).toMatchObject({
      in: 'page',
      layout: 'tabs',
      rows: [
        {
          group: 'book',
          title: 'Libro',
          icon: 'article',
          rows: [
            {
              cells: [
                { f: 'title', columns: 8 },
                { f: 'year', columns: 4 },
              ],
            },
            { cells: [{ f: 'id_shelf', columns: 12 }] },
          ],
        },
        { group: 'money', rows: [{}, { group: 'more', title: 'Más', collapsed: true }] },
        { group: 'atlas', show: {} },
        { group: 'house' },
      ],
    })
    expect(libraryModel().resources.books?.form.layout).toBeUndefined()
    expect(
      libraryModel([
        'resources/books.json',
        '/form',
        { steps: TABS.slice(0, 2).map(({ tab, ...said }) => ({ step: tab, ...said })) },
      ]).resources.books?.form,
    ).toMatchObject({ in: 'dialog', layout: 'steps', rows: [{ group: 'book' }, { group: 'money' }] })
  })

  test('has no tab of what its reader never sees', () => {
    const tabs = (operator: boolean) =>
      visibleModel(
        tabbed,
        actorOf({ books: 'edit' }, { operator, facts: { id: 1, root: false, operator } }),
      ).resources.books?.form.rows.map((row) => 'rows' in row && row.group)
    expect(tabs(true)).toEqual(['book', 'money', 'atlas', 'house'])
    expect(tabs(false)).toEqual(['book', 'money', 'atlas'])
  })

  test("takes administrators' fields at the end of the last tab that is always there", () => {
    const [file] = ['schemas/books.json']
    const base = libraryModel(['resources/books.json', '/form', { tabs: TABS.slice(0, 3) }], [file, '/x-dynamic', true])
    const over = overlayModel(base, fieldTypes, [
      {
        target: 'books',
        version: { form: 1, number: 1, title: 'Más', fields: [{ key: 'dyn_colour', type: 'text', label: 'Color' }] },
      },
    ]).resources.books!
    expect(over.form.rows).toHaveLength(3)
    expect(JSON.stringify(over.form.rows[1])).toContain('dyn_colour')
    expect(JSON.stringify(over.form.rows[2])).not.toContain('dyn_colour')
  })

  test('is asked for the words of its tabs', () => {
    const words = {
      languages: ['es', 'en'],
      ownText: () => undefined,
      ownKeys: () => ['resources.books.groups.book'],
      say: (_: string, key: string) => key,
      dictionary: () => ({ hash: '', words: {} }),
      reload: () => {},
    }
    const missing = missingWords(words, tabbed, []).filter((line) => line.includes('books.groups.'))
    expect(missing).toEqual([
      'en: resources.books.groups.money ("Dinero")',
      'en: resources.books.groups.more ("Más")',
      'en: resources.books.groups.atlas ("Atlas")',
      'en: resources.books.groups.house ("De la casa")',
    ])
  })
})

describe('which parts of a form are there', () => {
  const entity = tabbed.entities.books!
  const rowsOf = (at: number) => (books.form.rows[at] && 'rows' in books.form.rows[at] ? books.form.rows[at].rows : [])

  test('is decided by the fields that somebody sees in them', () => {
    expect(isThere(rowsOf(0), entity, context({}))).toBe(true)
    expect(isThere(rowsOf(3), entity, context({}, { operator: false }))).toBe(false)
    expect(isThere(rowsOf(3), entity, context({}, { operator: true }))).toBe(true)
  })

  test('depends on the fields that rules of the rows and of their cells ask for', () => {
    expect(fieldsThatDecide(books.form.rows, entity)).toEqual(['kind'])
    expect(fieldsThatDecide(rowsOf(0), entity)).toEqual([])
  })

  test("is the same on the record's page, where closed groups are open", () => {
    expect(
      openParts(rowsOf(1), context({})).map(({ group, cells }) => [group?.title, ...cells.map(({ f }) => f)]),
    ).toEqual([
      [undefined, 'price'],
      ['Más', 'notes'],
    ])
  })
})

test('a step lets go on until none follows; then everything is asked', () => {
  const gate = createStepGate()
  const opened: string[] = []
  expect([gate.asked(), gate.pass()]).toEqual([null, false])
  gate.set({ asked: new Set(['name']), open: () => opened.push('second') })
  expect([...(gate.asked() ?? [])]).toEqual(['name'])
  expect([gate.pass(), opened]).toEqual([true, ['second']])
  gate.set(null)
  expect([gate.asked(), gate.pass()]).toEqual([null, false])
})

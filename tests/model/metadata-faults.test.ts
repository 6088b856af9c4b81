import { describe, expect, test } from 'vitest'
import { faultText } from '../../src/model/load'
import { CHECKS } from '../../src/model/loader/fault'
import { faultsWith, type Change } from './model-fixture'

const BOOKS = 'schemas/books.json'
const USERS = 'schemas/users.json'
const LIST = 'resources/books.json'
const READERS = 'resources/readers.json'
type Row = readonly [id: keyof typeof CHECKS, what: string, change: Change, pointer: string, sentence: RegExp]

/** A broken file → the check that finds it, the place it names, and what it advises. */
const BROKEN: readonly Row[] = [
  ['M001', 'a comma too many', [LIST, '', '{\n  "filters": ["title",]\n}'], '', /line 2, column 23: a value is missing/],
  ['M001', 'a key without quotes', [LIST, '', '{ filters: [] }'], '', /line 1, column 3: a key in double quotes/],
  ['M001', 'a key written twice', [LIST, '', '{ "filters": [], "filters": [] }'], '', /"filters" is written twice/],
  ['M001', 'a file in no known place', ['schemas/sub/x.json', '', {}], '', /is no place for metadata/],
  ['M002', 'a column', [LIST, '/list/columns/2', 'id_ownr'], '/list/columns/2',
    /no field "id_ownr" in schemas\/books.json. Did you mean "id_owner"\?/],
  ['M002', 'an expanded column', [LIST, '/list/columns/1', 'sh_nam'], '/list/columns/1', /Did you mean "sh_name"\?/],
  ['M002', 'a detail', [LIST, '/list/details/0', { f: 'plase' }], '/list/details/0/f', /Did you mean "place"\?/],
  ['M002', 'a filter', [LIST, '/filters/0', 'titel'], '/filters/0', /Did you mean "title"\?/],
  ['M002', 'a form cell', [LIST, '/form/rows/0/1', 'yaer:4'], '/form/rows/0/1', /Did you mean "year"\?/],
  ['M002', 'the sort', [LIST, '/list/sort', ['titel', 'asc']], '/list/sort/0', /Did you mean "title"\?/],
  ['M002', 'a required field', [BOOKS, '/required/0', 'titel'], '/required/0', /Did you mean "title"\?/],
  ['M002', 'a unique group', [BOOKS, '/x-unique/0/1', 'yeer'], '/x-unique/0/1', /Did you mean "year"\?/],
  ['M002', 'the place of a check', [BOOKS, '/x-checks/0/at', 'return'], '/x-checks/0/at', /Did you mean "returned"\?/],
  ['M002', 'the scope', [BOOKS, '/x-scope/company', 'id_company'], '/x-scope/company', /no field "id_company"/],
  ['M002', 'the field of a tab', [READERS, '/detail/tabs/1/by', 'id_ower'], '/detail/tabs/1/by', /Did you mean "id_owner"\?/],
  ['M002', 'what an action sends', [READERS, '/actions/0/send/1', 'mail'], '/actions/0/send/1', /Did you mean "email"\?/],
  ['M002', 'where an action leads', [READERS, '/actions/1/go', '/shelves/{id_self}'], '/actions/1/go', /Did you mean "id_shelf"\?/],
  ['M003', 'an unknown keyword', [BOOKS, '/x-trait', ['activable']], '/x-trait', /Did you mean "x-traits"\?/],
  ['M003', 'an unknown keyword of a field', [BOOKS, '/properties/title/maxlength', 5], '/properties/title/maxlength',
    /Did you mean "maxLength"\?/],
  ['M003', 'a wrong shape', [LIST, '/list/columns', 'title'], '/list/columns', /must be array, not string/],
  ['M003', 'an unknown word', [BOOKS, '/x-traits/0', 'activ'], '/x-traits/0', /not one of activable, sortable/],
  ['M003', 'an unknown tenant', [BOOKS, '/x-scope/shared', ['brach']], '/x-scope/shared/0', /not one of company, partner, branch, area/],
  ['M003', 'an empty list', [LIST, '/list/columns', []], '/list/columns', /at least 1 item/],
  ['M003', 'a missing key', [BOOKS, '/x-checks/0/say', undefined], '/x-checks/0', /"say" is missing/],
  ['M003', 'a page size nobody can choose', [LIST, '/list/perPage', 12], '/list/perPage', /12 is not one of 5, 10/],
  ['M003', 'a tab of two kinds', [READERS, '/detail/tabs/2/by', 'id'], '/detail/tabs/2', /either "resource" and "by", or "panel"/],
  ['M003', 'an unknown tab', [READERS, '/detail/tabs/0', 'inf'], '/detail/tabs/0', /Did you mean "info"\?/],
  ['M003', 'a rule that asks nothing', [BOOKS, '/properties/fine/x-require', {}], '/properties/fine/x-require', /an empty rule/],
  ['M003', 'a file that is a list', [LIST, '', []], '', /must be object, not array/],
  ['M003', 'a value listed twice', [BOOKS, '/required', ['title', 'title']], '/required/1', /listed twice/],
  ['M004', 'no schema of its name', ['resources/magazines.json', '', {}], '', /no schemas\/magazines.json/],
  ['M004', 'no schema of the entity', [READERS, '/entity', 'usres'], '/entity', /Did you mean "users"\?/],
  ['M005', 'a widget', [LIST, '/form/rows/1/0/widget', 'mapp'], '/form/rows/1/0/widget', /Did you mean "map"\?/],
  ['M005', 'a cell widget', [LIST, '/list/columns/0', { f: 'title', widget: 'stars' }], '/list/columns/0/widget', /Supplied: map/],
  ['M005', 'a panel', [READERS, '/detail/tabs/2/panel', 'reader-crd'], '/detail/tabs/2/panel', /Did you mean "reader-card"\?/],
  ['M006', 'a reference to nothing', [BOOKS, '/properties/id_shelf/x-to', 'shelfs'], '/properties/id_shelf/x-to',
    /Did you mean "shelves"\?/],
  ['M006', 'a reference without a target', [BOOKS, '/properties/id_shelf/x-to', undefined], '/properties/id_shelf', /add "x-to"/],
  ['M006', 'an expanded field', [BOOKS, '/properties/id_shelf/x-expand/sh_name', 'nam'], '/properties/id_shelf/x-expand/sh_name',
    /Did you mean "name"\?/],
  ['M006', 'a look-up by no resource', [BOOKS, '/properties/id_owner/x-via', 'reader'], '/properties/id_owner/x-via',
    /Did you mean "readers"\?/],
  ['M006', 'a look-up over another entity', [BOOKS, '/properties/id_owner/x-via', 'shelves'], '/properties/id_owner/x-via',
    /stands over shelves, not over users/],
  ['M006', 'a tab of no resource', [READERS, '/detail/tabs/1/resource', 'boks'], '/detail/tabs/1/resource', /Did you mean "books"\?/],
  ['M006', 'a tab of an entity without a module', [READERS, '/detail/tabs/1/resource', 'users'], '/detail/tabs/1/resource',
    /no resource "users"/],
  ['M006', 'a tab by a field that leads elsewhere', [READERS, '/detail/tabs/1/by', 'id_shelf'], '/detail/tabs/1/by',
    /refers to users by: id_owner/],
  ['M006', 'a scope path through no reference', [BOOKS, '/x-scope/branch', 'year.id'], '/x-scope/branch', /is no path/],
  ['M006', 'a scope path that is too far', [BOOKS, '/x-scope/branch', 'id_owner.id_shelf.id.id'], '/x-scope/branch', /through two references at most/],
  ['M006', 'a scope path to no field', [BOOKS, '/x-scope/branch', 'id_shelf.branch'], '/x-scope/branch', /no field "branch"/],
  ['M007', 'an order of texts', [BOOKS, '/properties/fine/x-require', { title: { gt: 'a' } }], '/properties/fine/x-require/title/gt',
    /type text cannot be asked "gt"/],
  ['M003', 'an unknown operator', [READERS, '/where', { type_user: { eql: '2' } }], '/where/type_user/eql', /Did you mean "eq"\?/],
  ['M008', 'a field in a rule', [BOOKS, '/properties/fine/x-see', { kinds: { eq: 'atlas' } }], '/properties/fine/x-see/kinds',
    /Did you mean "kind"\?/],
  ['M008', 'a field on the right', [BOOKS, '/x-checks/0/assert/returned/gte/field', 'len'], '/x-checks/0/assert/returned/gte/field',
    /Did you mean "lent"\?/],
  ['M008', 'a path', [LIST, '/where', { 'id_shelf.hiden': { eq: 1 } }], '/where/id_shelf.hiden', /Did you mean "hidden"\?/],
  ['M008', 'a path through no reference', [LIST, '/where', { 'year.name': { eq: 'x' } }], '/where/year.name', /is no path/],
  ['M008', 'a fact of the user', [LIST, '/where', { 'user.operador': { eq: true } }], '/where/user.operador', /Did you mean "operator"\?/],
  ['M008', 'a setting', [LIST, '/where', { 'setting.library.opn': { eq: 1 } }], '/where/setting.library.opn',
    /Did you mean "library.open"\?/],
  ['M009', 'a word for a number', [BOOKS, '/properties/fine/x-require', { price: { gt: 'much' } }], '/properties/fine/x-require/price/gt',
    /no value for "gt" of the money/],
  ['M009', 'a choice that is none', [READERS, '/where', { type_user: { eq: '9' } }], '/where/type_user/eq', /"9" is no value/],
  ['M009', 'null', [LIST, '/where', { price: { eq: null } }], '/where/price/eq', /ask "isNull"/],
  ['M009', 'a list with a stranger', [LIST, '/where', { kind: { in: ['novel', 'poem'] } }], '/where/kind/in', /no value for "in"/],
  ['M009', 'fields of two kinds', [LIST, '/where', { lent: { eq: { field: 'title' } } }], '/where/lent/eq',
    /type date is compared with one of type text/],
  ['M009', 'now and a number', [LIST, '/where', { year: { lt: { now: '0d' } } }], '/where/year/lt', /"now" is compared with a date/],
  ['M009', 'a distance that is none', [LIST, '/where', { lent: { lt: { now: '-1 month' } } }], '/where/lent/lt', /is no distance/],
  ['M009', 'an unknown kind of value', [LIST, '/where', { lent: { eq: { feild: 'x' } } }], '/where/lent/eq', /Did you mean "field"\?/],
  ['M010', 'an unknown field', [BOOKS, '/x-represent', '{titel}'], '/x-represent', /Did you mean "title"\?/],
  ['M010', 'an open brace', [BOOKS, '/x-represent', '{title'], '/x-represent', /a brace too many or too few/],
  ['M010', 'a place', [BOOKS, '/x-represent', '{place}'], '/x-represent', /is no text people read/],
  ['M011', 'a keyword', [BOOKS, '/properties/year/readOnly', false], '/properties/year/readOnly', /Remove it/],
  ['M011', 'the usual page size', [LIST, '/list/perPage', 10], '/list/perPage', /10 is the default. Remove it/],
  ['M011', 'its own entity', [LIST, '/entity', 'books'], '/entity', /Remove it/],
  ['M011', 'its own endpoint', [LIST, '/endpoint', 'books'], '/endpoint', /Remove it/],
  ['M011', 'its own route', [LIST, '/route', '/books'], '/route', /Remove it/],
  ['M011', 'the type that JSON chooses', [BOOKS, '/properties/year/x-type', 'integer'], '/properties/year/x-type', /Remove it/],
  ['M011', 'the form in a dialog', [LIST, '/form/in', 'dialog'], '/form/in', /Remove it/],
  ['M012', 'no values', [BOOKS, '/properties/kind/x-values', []], '/properties/kind/x-values', /needs one at least/],
  ['M012', 'one value twice', [BOOKS, '/properties/kind/x-values/1/value', 'novel'], '/properties/kind/x-values/1/value', /listed twice/],
  ['M013', 'a capital letter', [BOOKS, '/properties/shelfMark', { type: 'string' }], '/properties/shelfMark', /Write "shelf_mark"/],
  ['M013', 'a column of the engine', [BOOKS, '/properties/version', { type: 'integer' }], '/properties/version',
    /a column the engine brings/],
  ['M013', 'a column of a trait', [BOOKS, '/properties/state', { type: 'string' }], '/properties/state', /brought by a trait/],
  ['M013', 'a parameter of lists', [BOOKS, '/properties/q', { type: 'string' }], '/properties/q', /means something else/],
  ['M013', 'a word of SQL', [BOOKS, '/properties/select', { type: 'string' }], '/properties/select', /a reserved word/],
  ['M013', 'a word of JavaScript', [BOOKS, '/properties/constructor', { type: 'string' }], '/properties/constructor',
    /means something else/],
  ['M013', 'too many letters', [BOOKS, `/properties/${'a'.repeat(51)}`, { type: 'string' }], `/properties/${'a'.repeat(51)}`,
    /51 characters/],
  ['M013', 'a table', ['schemas/table.json', '', { properties: { name: { type: 'string' } } }], '', /a reserved word/],
  ['M013', 'a wire name', [BOOKS, '/properties/id_shelf/x-expand', { 'sh-name': 'name' }], '/properties/id_shelf/x-expand/sh-name',
    /not snake_case/],
  ['M013', 'a path of the engine', [LIST, '/endpoint', 'login'], '/endpoint', /a path of the engine/],
  ['M013', 'a path that is a call', [LIST, '/endpoint', 'library/create'], '/endpoint', /a call of every endpoint/],
  ['M013', 'an action everyone has', [READERS, '/actions/0/id', 'remove'], '/actions/0/id', /every module has/],
  ['M014', 'a part a point has not', [BOOKS, '/properties/place/x-flat', { alt: 'alt' }], '/properties/place/x-flat/alt',
    /Known: lat, lng/],
  ['M014', 'a unique place', [BOOKS, '/properties/place/x-unique', true], '/properties/place/x-unique', /cannot be unique/],
  ['M015', 'an expanded name and a field', [BOOKS, '/properties/id_shelf/x-expand', { sh_name: 'name', title: 'name' }],
    '/properties/id_shelf/x-expand/title', /belongs to the field "title"/],
  ['M015', 'two expanded names', [BOOKS, '/properties/id_owner/x-expand', { sh_name: 'name' }], '/properties/id_owner/x-expand/sh_name',
    /what "id_shelf" brings/],
  ['M015', 'a part of a place and a field', [BOOKS, '/properties/lat', { type: 'number' }], '/properties/place/x-flat', /"lat" belongs to/],
  ['M016', 'a secret column', [LIST, '/list/columns/0', 'shelf_mark'], '/list/columns/0', /is secret/],
  ['M016', 'a secret detail', [LIST, '/list/details/0', 'shelf_mark'], '/list/details/0', /is secret/],
  ['M016', 'a secret in a form', [LIST, '/form/rows/0/0', 'shelf_mark'], '/form/rows/0/0', /is secret/],
  ['M016', 'a password in a list', [READERS, '/list/details/0', 'password'], '/list/details/0', /never read back/],
  ['M016', 'a password sent by an action', [READERS, '/actions/0/send/1', 'password'], '/actions/0/send/1', /never read back/],
  ['M016', 'a secret that expands', [BOOKS, '/properties/id_owner/x-expand', { us_token: 'password' }],
    '/properties/id_owner/x-expand/us_token', /is secret/],
  ['M016', 'a rule about a secret', [LIST, '/where', { shelf_mark: { eq: 'x' } }], '/where/shelf_mark', /a rule would tell it/],
  ['M016', 'a search in a secret', [BOOKS, '/properties/shelf_mark/x-search', true], '/properties/shelf_mark/x-search',
    /cannot be searched/],
  ['M017', 'a search in numbers', [BOOKS, '/properties/year/x-search', true], '/properties/year/x-search', /cannot be searched/],
  ['M018', 'a pattern that does not compile', [BOOKS, '/properties/isbn/pattern', '[0-9'], '/properties/isbn/pattern', /does not compile/],
  ['M018', 'a pattern that takes for ever', [BOOKS, '/properties/isbn/pattern', '^(a+)+$'], '/properties/isbn/pattern', /too many ways/],
  ['M019', 'limits exchanged', [BOOKS, '/properties/year/minimum', 3000], '/properties/year/minimum', /more than the maximum 2100/],
  ['M019', 'lengths exchanged', [BOOKS, '/properties/title/minLength', 200], '/properties/title/minLength', /more than the 120 characters/],
  ['M019', 'half a step of an integer', [BOOKS, '/properties/year/multipleOf', 0.5], '/properties/year/multipleOf', /a whole number/],
  ['M020', 'a default of another kind', [BOOKS, '/properties/year/default', 'soon'], '/properties/year/default',
    /no valid value of the integer/],
  ['M020', 'a default beyond the limit', [BOOKS, '/properties/price/default', -1], '/properties/price/default', /\(min\)/],
  ['M020', 'a default that is no choice', [BOOKS, '/properties/kind/default', 'poem'], '/properties/kind/default',
    /no valid value of the enum/],
  ['M021', 'a required field that can hide', [BOOKS, '/required/-', 'fine'], '/properties/fine/x-see', /write the rule in "x-require"/],
  ['M022', 'an unknown type', [BOOKS, '/properties/price/x-type', 'mony'], '/properties/price/x-type', /Did you mean "money"\?/],
  ['M022', 'no type', [BOOKS, '/properties/notes', { title: 'Notas' }], '/properties/notes', /Add "type" or "x-type"/],
  ['M022', 'two types', [BOOKS, '/properties/price/type', 'string'], '/properties/price/type', /not the JSON type of money/],
  ['M022', 'a keyword of another type', [BOOKS, '/properties/year/maxLength', 4], '/properties/year/maxLength', /takes no "maxLength"/],
  ['M023', 'an entity of the engine again', [USERS, '/x-extends', undefined], '', /Add "x-extends": true/],
  ['M023', 'an extension of nothing', ['schemas/shelves.json', '/x-extends', true], '/x-extends', /no entity "shelves" to extend/],
  ['M023', 'a field of the engine changed', [USERS, '/properties/name', { type: 'string' }], '/properties/name', /has "name" already/],
  ['M024', 'an endpoint twice', [READERS, '/endpoint', 'books'], '/endpoint', /belongs to the resource "(books|readers)" already/],
  ['M024', 'a route twice', [READERS, '/route', '/shelves'], '/route', /belongs to the resource "shelves" already/],
  ['M025', 'a row too wide', [LIST, '/form/rows/0/1', 'year:6'], '/form/rows/0', /need 14 columns; a row has 12/],
  ['M025', 'a cell of no width', [LIST, '/form/rows/0/1', 'year:wide'], '/form/rows/0/1', /"year:wide" is no cell/],
  ['M025', 'a row without room', [LIST, '/form/rows/0', ['title:12', 'year']], '/form/rows/0', /need 13 columns/],
  ['M026', 'a sort by a place', [LIST, '/list/sort', ['place', 'asc']], '/list/sort/0', /cannot be sorted/],
  ['M026', 'a filter by a place', [LIST, '/filters/0', 'place'], '/filters/0', /cannot be filtered/],
  ['M026', 'a range of texts', [LIST, '/filters/0', { f: 'title', as: 'range' }], '/filters/0/as', /has no "range" filter/],
  ['M027', 'a field twice', [LIST, '/form/rows/3/0', 'title'], '/form/rows/3/0', /there already/],
  ['M027', 'the version', [LIST, '/form/rows/3/0', 'version'], '/form/rows/3/0', /written by the engine alone/],
  ['M028', 'an action that does nothing', [READERS, '/actions/1/go', undefined], '/actions/1', /either "call" or "go"/],
  ['M028', 'many records to one address', [READERS, '/actions/1/on', ['row', 'bulk']], '/actions/1/on', /cannot go to one address/],
  ['M028', 'a send without a call', [READERS, '/actions/1/send', ['name']], '/actions/1/send', /belongs to a "call"/],
  ['M029', 'a column twice', [LIST, '/list/details/0', 'title'], '/list/details/0', /there already/],
  ['M029', 'a filter twice', [LIST, '/filters/1', 'title'], '/filters/1', /there already/],
  ['M029', 'a tab twice', [READERS, '/detail/tabs/3', 'info'], '/detail/tabs/3', /there already/],
  ['M029', 'an action twice', [READERS, '/actions/1/id', 'remind'], '/actions/1/id', /there already/],
]

describe('a mistake in metadata stops the start', () => {
  test('and the library itself has none', () => {
    expect(faultsWith().map(faultText)).toEqual([])
  })

  test.each(BROKEN)('%s: %s', (id, _what, change, pointer, sentence) => {
    const faults = faultsWith(change)
    expect(faults.map(faultText).join('\n')).toMatch(sentence)
    const found = faults.filter(fault => fault.id === id && sentence.test(fault.sentence))
    expect(found.map(fault => [fault.path, fault.pointer])).toContainEqual([change[0], pointer])
  })

  test.each(BROKEN)('%s: %s: and is told once, with nothing that merely follows from it', (id, _what, change) => {
    const others = faultsWith(change).filter(fault => fault.id !== id)
    // A field that cannot be built is missing where it is named: those follow.
    const isLost = ['M013', 'M022', 'M023'].includes(id)
    expect(others.filter(fault => !isLost || !['M002', 'M008'].includes(fault.id)).map(faultText)).toEqual([])
  })

  test('every check is proved by a file', () => {
    expect(Object.keys(CHECKS).filter(id => !BROKEN.some(([proved]) => proved === id))).toEqual([])
  })

  test('is said in one line with the file, the place and the remedy', () => {
    const [fault] = faultsWith([LIST, '/list/columns/2', 'id_ownr'])
    expect(fault && faultText(fault)).toBe(
      'M002 resources/books.json /list/columns/2: no field "id_ownr" in schemas/books.json. Did you mean "id_owner"?',
    )
  })
})

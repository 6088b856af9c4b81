import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'

/** What people look for by its name, whatever list it stands in. */
const NAMED = ['users', 'companies', 'vehicles', 'stores']
/** Who wrote a record, or keeps it, is filtered by and not looked for, where no column shows them. */
const STAFF = ['id_user', 'id_user_created', 'id_operator', 'id_user_reviewed', 'id_user_as']

const model = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)

// Spec 1 §9, spec 2 §5.
test.each(['services', 'orders'])('the activity of one of the %s is asked for 999 lines at once', (name) => {
  expect(model.resources[name]?.detail.tabs.find(({ kind }) => kind === 'logs')).toMatchObject({ lines: 999 })
})

test('each list is searched by the names of the people, companies, vehicles and stores that its columns show', () => {
  const missing = Object.values(model.resources).flatMap(({ name, entity, list }) => {
    const fields = model.entities[entity]?.fields ?? {}
    const [columns, details] = [list.columns, list.details].map((shown) => shown.map(({ f }) => f))
    return Object.values(fields).flatMap(({ ref, search, name: field }) => {
      const isIn = (shown: readonly string[] = []): boolean =>
        [field, ...Object.keys(ref?.expand ?? {})].some((one) => shown.includes(one))
      const isLookedFor = isIn(columns) || (isIn(details) && !STAFF.includes(field))
      return ref && !search && NAMED.includes(ref.to) && isLookedFor ? `${name}.${field}` : []
    })
  })
  expect(missing).toEqual([])
})

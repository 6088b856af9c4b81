import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedModel } from '../../src/server/metadata/metadata'
import { readSourceFiles } from '../../src/server/metadata/source-files'
import { APPLICATION } from '../application'

/** What people look for by its name, whatever list it stands in. */
const NAMED = ['users', 'companies', 'vehicles', 'stores']
/** Who wrote a record, or keeps it, is filtered by and not looked for. */
const STAFF = ['id_user', 'id_user_created', 'id_operator', 'id_user_reviewed', 'id_user_as']

test('each list is searched by the names of the people, companies, vehicles and stores that its columns show', async () => {
  const model = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
  const missing = Object.values(model.resources).flatMap(({ name, entity, list }) => {
    const fields = model.entities[entity]?.fields ?? {}
    const shown = [...list.columns, ...list.details].map(({ f }) => f)
    return Object.values(fields).filter(({ ref, search, name: field }) => ref && !search && NAMED.includes(ref.to) && !STAFF.includes(field)
      && (shown.includes(field) || Object.keys(ref.expand).some((one) => shown.includes(one)))).map((field) => `${name}.${field.name}`)
  })
  expect(missing).toEqual([])
})

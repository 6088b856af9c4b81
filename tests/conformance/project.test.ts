import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { applicationSuite } from './application-suite'
import { SAMPLES } from './samples'

const files = await readSourceFiles(join(import.meta.dirname, '../..'))

// The application as it is: every catalogue its files name.
applicationSuite(files, APPLICATION)

test('samples are of catalogues that there are, and name tests that there are', () => {
  const { entities, resources } = checkedModel(files, APPLICATION)
  expect(
    Object.keys(SAMPLES).filter((name) => !Object.hasOwn(entities, name) && !Object.hasOwn(resources, name)),
  ).toEqual([])
  const named = Object.values(SAMPLES).flatMap(({ heldBy = [], ownersHeldBy = [] }) => [...heldBy, ...ownersHeldBy])
  expect(named.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})

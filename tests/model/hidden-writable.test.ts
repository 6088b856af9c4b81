import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hiddenWritable } from '../../src/model/hidden-writable'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { libraryModel, type Change } from './model-fixture'

/** The form of the books, with rows under a rule. */
const form = (show: object, ...rows: string[]): Change => [
  'resources/books.json',
  '/form',
  { rows: [['title', 'id_shelf'], { show, rows: [rows] }] } as never,
]
const STAFF = { 'user.operator': { eq: true } }

describe('a field that a form hides', () => {
  test('from some users is named where they may write it by a call all the same', () => {
    expect(hiddenWritable(libraryModel(form(STAFF, 'id_owner', 'price')))).toEqual([
      expect.stringMatching(/^resources\/books\.json: the form hides "id_owner" .*schemas\/books\.json.*"x-edit"/),
      expect.stringContaining('"price"'),
    ])
    const nested: Change = [
      'resources/books.json',
      '/form',
      {
        rows: [['title', 'id_shelf'], { show: STAFF, rows: [{ group: 'g', title: 'G', rows: [['price']] }] }],
      } as never,
    ]
    expect(hiddenWritable(libraryModel(nested))).toHaveLength(1)
  })

  test('by what stands in the record, or whose own rule asks who the user is, is not', () => {
    expect(hiddenWritable(libraryModel(form({ kind: { eq: 'atlas' } }, 'price')))).toEqual([])
    expect(hiddenWritable(libraryModel(form(STAFF, 'margin')))).toEqual([])
    expect(
      hiddenWritable(libraryModel(form(STAFF, 'price'), ['schemas/books.json', '/properties/price/x-edit', STAFF])),
    ).toEqual([])
  })

  test('is written by nobody else in the whole project', async () => {
    expect(
      hiddenWritable(checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)),
    ).toEqual([])
  })
})

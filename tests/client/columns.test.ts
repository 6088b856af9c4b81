import { describe, expect, test } from 'vitest'
import { fieldBehind, shownColumns } from '../../src/client/resource/columns'
import { resourceOfRef } from '../../src/client/resource/paths'
import { libraryModel } from '../model/model-fixture'

const model = libraryModel()
const books = model.resources.books!
const entity = model.entities.books!

describe('columns', () => {
  test('a name that a reference brings is drawn as the field it comes from, under its own name', () => {
    expect(fieldBehind(model, entity, 'sh_name')).toMatchObject({ field: { name: 'sh_name', type: 'text' }, from: { name: 'id_shelf' } })
    expect(fieldBehind(model, entity, 'nobody')).toBeNull()
  })
  test("have their type's cell, unless a feature brings a widget of the name that metadata gives", () => {
    const Cell = () => null
    const features = [{ name: 'maps', widgets: { map: { Cell } } }]
    const [title, place] = shownColumns(
      [{ f: 'title' }, { f: 'place', widget: 'map' }, { f: 'gone' }],
      books,
      model,
      (f) => f.toUpperCase(),
      features,
    )
    expect(title).toMatchObject({ f: 'title', label: 'TITLE', sortable: true, badge: false })
    expect(place).toMatchObject({ Cell, sortable: false })
  })
})

test('a reference leads to the resource it names, else to the one named as its entity', () => {
  expect(resourceOfRef(model, entity.fields.id_owner!)?.name).toBe('readers')
  expect(resourceOfRef(model, entity.fields.id_shelf!)?.name).toBe('shelves')
  expect(resourceOfRef(model, entity.fields.title!)).toBeUndefined()
})

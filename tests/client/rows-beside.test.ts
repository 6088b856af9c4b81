import { expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import { rowsBeside } from '../../src/client/form/rebase'

test('rows that are edited here take what was saved beside the form, value by value, and keep what was typed', () => {
  const base = [
    { id: 1, title: 'Sí', to: null },
    { id: 2, title: 'No', to: 5 },
    { id: 3, title: 'Tal vez', to: null },
  ]
  const typed: Json = [
    { id: 1, title: '¡Sí!', to: null },
    { id: 3, title: 'Tal vez', to: 8 },
    { title: 'Nueva', to: null },
  ]
  const stored = [
    { id: 1, title: 'Sí', to: 7 },
    { id: 2, title: 'No', to: null },
    { id: 3, title: 'Quizá', to: 9 },
    { id: 4, title: 'Otra', to: null },
  ]
  expect(rowsBeside(typed, base, stored)).toEqual([
    { id: 1, title: '¡Sí!', to: 7 },
    { id: 3, title: 'Quizá', to: 8 },
    { title: 'Nueva', to: null },
    { id: 4, title: 'Otra', to: null },
  ])
  // What was removed elsewhere is gone.
  expect(rowsBeside(base, base, stored.slice(0, 1))).toEqual(stored.slice(0, 1))
})

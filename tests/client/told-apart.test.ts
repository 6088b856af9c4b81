import { expect, test } from 'vitest'
import { toldApart } from '../../src/ui/inputs/told-apart'

test('two choices of one name say their number, others nothing more', () => {
  const choices = [
    { id: 3, label: 'Ana Quispe' },
    { id: 5, label: 'Beto Ríos' },
    { id: 9, label: 'Ana Quispe' },
    { id: 11, label: 'Ana Quispe', detail: '987 654 321' },
  ]
  expect(toldApart(choices).map(({ id, detail }) => [id, detail ?? null])).toEqual([
    [3, '#3'],
    [5, null],
    [9, '#9'],
    [11, '987 654 321'],
  ])
  const others = choices.slice(0, 2)
  expect(toldApart(others)).toBe(others)
})

test('two that share name and detail say their number beside it, and fields of one name say no internal name', () => {
  const same = [
    { id: 3, label: 'Ana Quispe', detail: 'Ventas' },
    { id: 5, label: 'Ana Quispe', detail: 'Ventas' },
  ]
  expect(toldApart(same).map(({ detail }) => detail)).toEqual(['Ventas · #3', 'Ventas · #5'])
  const fields = [
    { id: 'state', label: 'Estado' },
    { id: 'id_type.state', label: 'Estado' },
  ]
  expect(toldApart(fields)).toEqual(fields)
})

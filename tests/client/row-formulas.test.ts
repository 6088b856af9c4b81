import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { copiedRow, copiesOf, countedRow, farRefs } from '../../src/client/resource/grid/row-formulas'
import { withoutBlankTail, newRow } from '../../src/client/provider/grid-rows'
import { typedRows } from '../../src/client/resource/form/counted-rows'
import { withFormulas } from '../../src/model/validation/with-formulas'
import { madeModel } from '../database/made-model'

const model = madeModel({
  goods: { title: 'G', properties: { price: { 'x-type': 'money' } } },
  orders: {
    title: 'O',
    properties: {
      discount: { 'x-type': 'money' },
      lines: { 'x-type': 'children', 'x-of': 'lines', 'x-link': 'id_order' },
      total: { 'x-type': 'money', 'x-formula': { sum: 'lines.amount' } },
      due: { 'x-type': 'money', 'x-formula': { sub: ['total', 'discount'] } },
      lines_in_all: { type: 'integer', 'x-formula': { count: 'lines' } },
    },
  },
  lines: {
    title: 'L',
    'x-module': false,
    properties: {
      id_order: { 'x-type': 'ref', 'x-to': 'orders' },
      id_good: { 'x-type': 'ref', 'x-to': 'goods' },
      quantity: { type: 'integer' },
      price: { 'x-type': 'money', 'x-copy': { from: 'id_good.price' } },
      amount: { 'x-type': 'money', 'x-formula': { mul: ['quantity', 'price'] } },
      today: { 'x-type': 'money', 'x-formula': { mul: ['quantity', 'id_good.price'] } },
      share: { 'x-type': 'percent', 'x-formula': { div: ['amount', 'id_order.total'] } },
      rank_text: {
        type: 'string',
        'x-formula': { if: [{ quantity: { gt: 9 } }, { value: 'many' }, { value: 'few' }] },
      },
    },
  },
})
const lines = model.entities.lines!
const refs = farRefs(lines, 'id_order')
const fetched = { 'id_good/1': { price: 2.5 }, 'id_good/2': {} }

test("a row takes the copy of what is chosen in it, once that is known, and nothing that is not the user's to read", () => {
  const taken = (row: JsonObject, from: JsonObject | undefined) =>
    copiedRow(lines, row, from && copiesOf(lines, { id: 7, ...from }), fetched).row
  const before: JsonObject = { id_good: null }
  expect(taken({ id_good: 1, price: null }, before)).toEqual({ id_good: 1, price: 2.5 })
  expect(taken({ id_good: 1, price: 9 }, { id_good: 3 })).toMatchObject({ price: 2.5 })
  expect(taken({ id_good: 1, price: 9 }, { id_good: 1 })).toMatchObject({ price: 9 })
  expect(taken({ id_good: 9, price: null }, before)).toMatchObject({ price: null })
  expect(taken({ id_good: 2, price: 4 }, before)).toMatchObject({ price: 4 })
  // A stored row keeps its own price when the form is opened, a pasted one takes the good's.
  expect(taken({ id: 7, id_good: 1, price: 9 }, undefined)).toMatchObject({ price: 9 })
  expect(taken({ id_good: 1, price: null }, undefined)).toMatchObject({ price: 2.5 })
})

test('what is typed while a copy is on its way stays, and so does what is typed over it', () => {
  const chosen = copiedRow(lines, { id_good: 1, price: 4 }, copiesOf(lines, { id: 7, id_good: 3, price: 4 }), {})
  expect(chosen.row).toMatchObject({ price: 4 })
  expect(copiedRow(lines, chosen.row, chosen.copies, fetched).row).toMatchObject({ price: 2.5 })
  const typed = copiedRow(lines, { ...chosen.row, price: 6 }, chosen.copies, fetched)
  expect(typed.row).toMatchObject({ price: 6 })
  expect(
    copiedRow(lines, { ...typed.row, quantity: 2 }, typed.copies, { ...fetched, 'id_good/5': { price: 1 } }).row,
  ).toMatchObject({ price: 6 })
  expect(
    copiedRow(lines, { ...typed.row, id_good: 5 }, typed.copies, { ...fetched, 'id_good/5': { price: 1 } }).row,
  ).toMatchObject({ price: 1 })
})

test('a row counts what it knows and keeps what it does not', () => {
  const row = { id: 7, id_good: 1, quantity: '4', price: 2, amount: null, today: null, share: 0.5, rank_text: null }
  expect(refs).toEqual(['id_good'])
  expect(countedRow(lines, row, refs, fetched)).toMatchObject({
    amount: 8,
    today: 10,
    share: 0.5,
    rank_text: 'few',
    quantity: '4',
  })
  expect(countedRow(lines, { ...row, id_good: 2, today: 3 }, refs, fetched)).toMatchObject({ amount: 8, today: 3 })
  const counted = countedRow(lines, row, refs, fetched)
  expect(countedRow(lines, counted, refs, fetched)).toBe(counted)
})

test('a form counts its rows as they are typed, without the empty line below them', () => {
  const orders = model.entities.orders!
  const blank = countedRow(lines, newRow(lines, ['id_good', 'quantity', 'amount', 'rank_text']), refs, fetched)
  expect(blank.rank_text).toBe('few')
  const values: JsonObject = { discount: 1, lines: [{ quantity: 1, amount: 5 }, { quantity: 2, amount: 2.25 }, blank] }
  expect(withoutBlankTail([blank], lines, Object.keys(blank))).toEqual([])
  const form = (of: JsonObject): JsonObject => withFormulas(orders, of, {}, typedRows(orders, model.entities, of))
  expect(form(values)).toMatchObject({ total: 7.25, due: 6.25, lines_in_all: 2 })
  // Without its rows the form keeps the stored total.
  expect(form({ discount: 2, total: 9 })).toMatchObject({ total: 9, due: 7 })
})

test('a row counts the rows that it has, and the form what they come to', () => {
  const nested = madeModel({
    carts: {
      title: 'C',
      properties: {
        orders: { 'x-type': 'children', 'x-of': 'orders', 'x-link': 'id_cart' },
        total: { 'x-type': 'money', 'x-formula': { sum: 'orders.total' } },
      },
    },
    orders: {
      title: 'O',
      'x-module': false,
      properties: {
        id_cart: { 'x-type': 'ref', 'x-to': 'carts' },
        lines: { 'x-type': 'children', 'x-of': 'lines', 'x-link': 'id_order' },
        total: { 'x-type': 'money', 'x-formula': { sum: 'lines.amount' } },
      },
    },
    lines: {
      title: 'L',
      'x-module': false,
      properties: { id_order: { 'x-type': 'ref', 'x-to': 'orders' }, amount: { 'x-type': 'money' } },
    },
  })
  const { carts, orders } = nested.entities
  const counted = countedRow(
    orders!,
    { lines: [{ amount: 5 }, { amount: '2.5' }], total: null },
    [],
    {},
    nested.entities,
  )
  expect(counted).toMatchObject({ total: 7.5 })
  const values: JsonObject = { orders: [counted, { lines: [{ amount: 1 }], total: 1 }] }
  expect(withFormulas(carts!, values, {}, typedRows(carts!, nested.entities, values))).toMatchObject({ total: 8.5 })
})

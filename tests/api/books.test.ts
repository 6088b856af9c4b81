import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BooksEntry, ServerFeature } from '#engine/server'
import { enterRecord, takeRecordBack } from '#engine/server'
import { oneEngine } from '../engines'
import { applicationFor, FIXTURE_SCHEMAS } from './fixture-schemas'
import { testApp, type TestApp } from './fixture-app'

/** A library that keeps books of its own: fines of readers, which they owe when they are issued. */
const SCHEMAS = {
  application: {
    ...applicationFor(FIXTURE_SCHEMAS),
    books: {
      accounts: { entity: 'tills', field: 'kind' },
      entries: { entity: 'till_lines', field: 'kind' },
      of: { users: ['owed', 'deposit'] },
    },
  },
  tills: {
    title: 'Cuenta',
    'x-represent': '{id}',
    'x-scope': { shared: true },
    properties: {
      kind: {
        'x-type': 'enum',
        'x-values': ['owed', 'deposit', 'fines', 'lost', 'box'].map((value) => ({ value, title: value })),
      },
      id_reader: { 'x-type': 'ref', 'x-to': 'users' },
    },
  },
  till_lines: {
    title: 'Asiento',
    'x-represent': '{id}',
    'x-scope': { shared: true },
    properties: {
      kind: { 'x-type': 'enum', 'x-values': ['fine', 'payment'].map((value) => ({ value, title: value })) },
    },
  },
  fine_days: {
    title: 'Día',
    'x-represent': '{id}',
    'x-scope': { shared: true },
    properties: {
      id_fine: { 'x-type': 'ref', 'x-to': 'fines' },
      amount: { 'x-type': 'money' },
      late: { type: 'boolean', default: 0 },
    },
  },
  fines: {
    title: 'Multa',
    required: ['id_reader'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    'x-flow': {
      field: 'state',
      start: 'draft',
      moves: {
        issue: { title: 'Emitir', from: ['draft'], to: 'issued' },
        pay: { title: 'Pagar', from: ['issued'], to: 'paid' },
        waive: { title: 'Perdonar', from: ['issued'], to: 'waived' },
        lend: { title: 'Prestar', from: ['waived'], to: 'draft' },
      },
    },
    'x-posts': {
      issue: {
        on: ['moved:issue'],
        back: ['moved:waive'],
        kind: 'fine',
        text: 'name',
        currency: ['coin', 'coin_usual'],
        lines: [
          {
            amount: { sum: { of: 'fine_days', by: 'id_fine', field: 'amount', where: { late: { eq: 1 } } } },
            from: { account: { by: 'why', values: { lost: 'deposit' }, else: 'owed' }, of: 'id_reader' },
            to: 'fines',
          },
          {
            amount: { sub: ['price', 'rebate'] },
            from: { account: 'owed', of: 'id_reader' },
            to: { by: 'why', values: { lost: 'lost' }, else: 'fines' },
          },
        ],
      },
      pay: {
        on: ['moved:pay'],
        after: 'issue',
        kind: 'payment',
        lines: [{ amount: 'price', from: 'box', to: { account: 'owed', of: 'id_reader' } }],
      },
      given: { kind: 'payment', lines: [{ from: 'box', to: 'fines' }] },
    },
    properties: {
      name: { type: 'string', maxLength: 40 },
      id_reader: { 'x-type': 'ref', 'x-to': 'users' },
      price: { 'x-type': 'money' },
      rebate: { 'x-type': 'money', default: 0 },
      coin: { type: 'string', maxLength: 3 },
      coin_usual: { type: 'string', maxLength: 3 },
      why: {
        'x-type': 'enum',
        'x-values': [
          { value: 'lost', title: 'Perdido' },
          { value: 'late', title: 'Tarde' },
        ],
      },
      state: {
        'x-type': 'enum',
        'x-values': ['draft', 'issued', 'paid', 'waived'].map((value) => ({ value, title: value })),
      },
      days: { 'x-type': 'children', 'x-of': 'fine_days', 'x-link': 'id_fine' },
    },
  },
}

const entered: BooksEntry[] = []
const back: string[] = []
const KEEPER: ServerFeature = {
  name: 'till',
  needs: {},
  books: {
    enter: async (_tx, entry) => {
      if (entry.lines.some(({ amount }) => amount === '13')) throw new Error('unlucky')
      entered.push(entry)
    },
    takeBack: async (_tx, { key }) => {
      back.push(key)
    },
    stands: async (_tx, key) => entered.some((one) => one.key === key),
  },
}

oneEngine((_engine, open) =>
  describe('what a record enters into the books, as its schema says', () => {
    let at: TestApp
    const post = (path: string, input: object) => at.call('root', 'POST', path, input as never)
    const made = async (more: object = {}): Promise<number> =>
      Number(
        (
          (
            await post('fines/create', {
              name: 'Dos días',
              id_reader: at.ids.users.root,
              price: 12,
              rebate: 2,
              coin_usual: 'PEN',
              ...more,
            })
          ).body.item as { id: number }
        ).id,
      )
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: { fines: { title: 'Multas' } }, features: [KEEPER], open })
    })
    beforeEach(() => {
      entered.length = back.length = 0
    })

    test('are amounts between accounts, by formulas over its rows and by its choices, in the transaction of its move', async () => {
      const reader = { entity: 'users', id: at.ids.users.root }
      const id = await made({
        why: 'lost',
        days: [
          { amount: 3, late: 1 },
          { amount: 4.5, late: 1 },
          { amount: 90, late: 0 },
        ],
      })
      expect(entered).toEqual([])
      expect(await post('fines/issue', { id })).toMatchObject({ status: 200 })
      expect(entered).toMatchObject([
        {
          key: `fines:${id}:issue`,
          kind: 'fine',
          source: { table: 'fines', id },
          text: 'Dos días',
          currency: 'PEN',
          who: at.ids.users.root,
          lines: [
            { amount: '7.5', from: { kind: 'deposit', of: reader }, to: { kind: 'fines' } },
            { amount: '10', from: { kind: 'owed', of: reader }, to: { kind: 'lost' } },
          ],
        },
      ])
      expect(entered[0]?.lines[0]?.to).toEqual({ kind: 'fines' })
      expect(await post('fines/waive', { id })).toMatchObject({ status: 200 })
      expect(back).toEqual([`fines:${id}:issue`])
    })

    test('leave out what comes to nothing, and are entered after what they stand on', async () => {
      const id = await made({ coin: 'USD' })
      // Issued by a program, as one from before there were books was.
      await at.database.db
        .updateTable('fines' as never)
        .set({ state: 'issued' } as never)
        .where('id' as never, '=', id as never)
        .execute()
      expect(await post('fines/pay', { id })).toMatchObject({ status: 200 })
      expect(entered.map(({ key, currency, lines }) => [key, currency, lines.map(({ amount }) => amount)])).toEqual([
        [`fines:${id}:issue`, 'USD', ['10']],
        [`fines:${id}:pay`, null, ['12']],
      ])
    })

    test('are undone with their write, and undo it: what the books refuse is not written', async () => {
      const id = await made({ price: 15 })
      expect(await post('fines/issue', { id })).toMatchObject({ status: 500 })
      expect((await at.call('root', 'GET', `fines/${id}`)).body.item).toMatchObject({ state: 'draft' })
      expect(entered).toEqual([])
    })

    test('are entered by a program with an amount of its own, in parts, and only where the schema says them', async () => {
      const id = await made()
      const entry = { entity: 'fines', id, rule: 'given', now: new Date(), who: null }
      await at.database.transaction((tx) => enterRecord(tx, { ...entry, amount: '4.20', part: '1' }))
      expect(entered).toMatchObject([
        {
          key: `fines:${id}:given:1`,
          kind: 'payment',
          lines: [{ amount: '4.20', from: { kind: 'box' }, to: { kind: 'fines' } }],
        },
      ])
      await at.database.transaction((tx) => takeRecordBack(tx, { ...entry, part: '1' }))
      expect(back).toEqual([`fines:${id}:given:1`])
      await expect(at.database.transaction((tx) => enterRecord(tx, { ...entry, rule: 'taken' }))).rejects.toThrow(
        /Nothing says what "taken" of fines/,
      )
    })
  }),
)

import { expect, test } from 'vitest'
import { findAny } from '../../src/fields/ref-any/RefAnyInput'
import type { Field } from '../../src/model/field'
import type { Lookup } from '../../src/ui/lookup'
import { fieldOf } from '../model/field-fixture'

const OWNER: Field = fieldOf(
  'ref-any',
  { 'x-to': ['clients', 'drivers'] },
  {
    refAny: {
      onDelete: 'restrict',
      targets: [
        { kind: 'clients', to: 'users', resource: 'clients', title: 'Clientes' },
        { kind: 'drivers', to: 'users', resource: 'drivers', title: 'Conductores' },
      ],
    },
  },
)

const lookup = (search: Lookup['search']): Lookup => ({
  search,
  fitting: () => Promise.resolve([]),
  sole: () => Promise.resolve(null),
  find: () => Promise.resolve({}),
  label: () => Promise.resolve(null),
  used: () => undefined,
})

test('one search box asks every catalogue, and says of which each record is', async () => {
  const asked: string[] = []
  const found = await findAny(
    lookup((field, text) => {
      asked.push(`${field.ref?.resource ?? ''} ${text}`)
      return Promise.resolve([{ id: 7, label: `Ana de ${field.ref?.resource ?? ''}` }])
    }),
    OWNER,
    'ana',
  )
  expect(asked).toEqual(['clients ana', 'drivers ana'])
  expect(found).toEqual([
    { id: 'clients:7', label: 'Ana de clients', group: 'Clientes' },
    { id: 'drivers:7', label: 'Ana de drivers', group: 'Conductores' },
  ])
})

test('a catalogue that does not answer this user is left out, and a search that none answers fails', async () => {
  const closed = (names: readonly string[]) =>
    lookup((field) =>
      names.includes(field.ref?.resource ?? '')
        ? Promise.reject(new Error('no'))
        : Promise.resolve([{ id: 1, label: 'Ana' }]),
    )
  expect(await findAny(closed(['clients']), OWNER, 'a')).toMatchObject([{ id: 'drivers:1' }])
  await expect(findAny(closed(['clients', 'drivers']), OWNER, 'a')).rejects.toThrow('no')
})

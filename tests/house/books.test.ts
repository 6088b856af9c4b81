import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Schema {
  readonly 'x-posts'?: object
  readonly properties: { readonly [name: string]: { readonly 'x-values'?: readonly { readonly value: string }[] } }
}
const read = (name: string): Schema => JSON.parse(readFileSync(`schemas/${name}`, 'utf8')) as Schema

test('an entry of the books says in words which record it is of, whatever enters one', () => {
  const entering = readdirSync('schemas')
    .filter((name) => read(name)['x-posts'])
    .map((name) => name.replace('.json', ''))
  const said = read('ledger_entries.json').properties['source']?.['x-values']?.map(({ value }) => value) ?? []
  expect(entering.length).toBeGreaterThan(5)
  expect(entering.filter((name) => !said.includes(name))).toEqual([])
})

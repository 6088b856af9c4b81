import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'

/** What is counted is part of the record itself, and is shown in its tabs to whoever sees it. */
const PARTS = [
  'bots.num_steps',
  'forms.num_fields',
  'groupings.num_services',
  'groupings.num_completed_services',
  'groupings.total_capacity_1',
  'invoices.paid',
  'invoices.credited',
  'ledger_entries.amount',
  'promotions.used',
  'services.num_service_assignments',
  'tarifs.num_zones',
  'type_faqs.num_faqs',
]

const model = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
const fields = Object.values(model.entities).flatMap((entity) =>
  Object.values(entity.fields).map((field) => ({ field, name: `${entity.name}.${field.name}` })),
)

/** The entity over whose rows a field is counted or summed; undefined: its own record says it. */
function counted(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { count, of } = (schema['x-computed'] ?? {}) as { count?: string; of?: string }
  const formula = schema['x-formula']
  const sums =
    typeof formula === 'object' && formula !== null ? (Object.values(formula) as ({ of?: string } | string)[]) : []
  return count ?? of ?? sums.map((sum) => (typeof sum === 'object' && sum !== null ? sum.of : undefined)).find(Boolean)
}

test('a number over the rows of another module is seen by those who see that module', () => {
  const modules = new Set(
    Object.values(model.resources).flatMap(({ entity, module }) => (module === null ? [] : [entity])),
  )
  const told = fields.filter(
    ({ field }) => modules.has(counted(field.schema) ?? '') && field.schema['x-see-module'] === undefined,
  )
  expect(told.map(({ name }) => name).filter((name) => !PARTS.includes(name))).toEqual([])
})

test("whatever is called by the wallet, in people and in settings, is the wallets' own", () => {
  const wallets = fields.filter(({ field, name }) => /wallet/.test(field.name) && !name.startsWith('wallets.'))
  expect(wallets.length).toBeGreaterThan(3)
  expect(wallets.filter(({ field }) => field.schema['x-see-module'] !== 'wallets').map(({ name }) => name)).toEqual([])
})

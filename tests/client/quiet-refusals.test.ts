import { expect, test } from 'vitest'
import { quietRefusals } from '../../src/client/console/quiet-refusals'
import { failureOf, saidInFull } from '../../src/client/provider/failure'

test('in development the console of the browser shows faults, and no call that the server refused', () => {
  const printed: unknown[] = []
  const place = { error: (...said: unknown[]): void => void printed.push(...said) }
  quietRefusals(place)
  const failure = (status: number) => failureOf(status, { ok: false, msg: 'No' }, (key) => key)
  const [broken, fault] = [failure(500), new TypeError('x is undefined')]
  for (const status of [400, 401, 403, 404, 409, 422, 429]) place.error(failure(status))
  expect(printed).toEqual([])
  place.error(broken)
  place.error(fault)
  place.error('Warning: %s', failure(422))
  expect(printed).toEqual([broken, fault, 'Warning: %s', expect.anything()])
})

test('where no form shows what is wrong with a field, the dialog says it in place of a pointer to its mark', () => {
  const refused = (errors?: { readonly [source: string]: string }) =>
    failureOf(422, { ok: false, msg: 'Revise los datos marcados.', ...(errors && { errors }) }, (key) => key)
  expect([
    saidInFull(refused({ amount: 'Supera el máximo.' })),
    saidInFull(refused({ amount: 'Supera.', total: 'Supera.', name: 'Falta.' })),
    saidInFull(refused()),
  ]).toEqual(['Supera el máximo.', 'Supera. Falta.', 'Revise los datos marcados.'])
})

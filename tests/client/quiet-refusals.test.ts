import { expect, test } from 'vitest'
import { quietRefusals } from '../../src/client/console/quiet-refusals'
import { failureOf } from '../../src/client/provider/failure'

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

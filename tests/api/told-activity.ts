import { expect, test } from 'vitest'
import { faultsOf } from '../conformance/log-sentences'
import type { JsonObject } from '../../src/model/json'
import type { TestApp } from './fixture-app'

/** Verbs of the catalogues themselves, which the conformance suite walks. */
const GENERIC: ReadonlySet<unknown> = new Set([
  'create',
  'edit',
  'enable',
  'disable',
  'remove',
  'restore',
  'undo',
  'import',
  'import_undo',
  'login',
  'logout',
])

/**
 * The last promise of a suite in which a feature writes lines of its own: what the suite did is told in whole
 * sentences, without raw keys, ids of rows, values of the program and bare amounts. It counts on the promises before
 * it.
 */
export function tellsWhatWasDone(server: () => TestApp, ...resources: readonly string[]): void {
  test('tells all that was done here in whole sentences', async () => {
    const { entities, resources: known } = server().metadata.model()
    const verbs: unknown[] = []
    for (const name of resources) {
      const entity = entities[known[name]?.entity ?? '']
      if (!entity) throw new Error(`no catalogue ${name}`)
      const { status, body, text } = await server().call('root', 'GET', 'logs', { target: name, limit: 1000 })
      expect(status, text).toBe(200)
      const lines = (body['items'] as unknown as readonly JsonObject[]).filter(({ type_log }) => !GENERIC.has(type_log))
      verbs.push(...lines.map(({ type_log }) => type_log))
      expect([name, ...new Set(lines.flatMap((line) => faultsOf(line, entity, entities)))]).toEqual([name])
    }
    expect(verbs.length).toBeGreaterThan(0)
  })
}

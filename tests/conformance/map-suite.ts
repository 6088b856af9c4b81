import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Layout } from '../../src/model/layout'
import type { MapAnswer } from '../../src/model/map-answer'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp } from './conformance-app'
import { idIn } from './predictions'

/**
 * What every map of a list must do: the rows of the list where they are, no others, and none for who may not see them.
 */
export function mapSuite(
  resource: Resource,
  { at: field, from }: Extract<Layout, { readonly kind: 'map' }>,
  app: () => ConformanceApp,
): void {
  const { endpoint } = resource
  test('shows on the map what the list has', async () => {
    const at = app()
    const read = async (query: JsonObject = {}): Promise<MapAnswer> => {
      const answer = await at.get('root', `${endpoint}/map`, query)
      expect(answer.status, answer.text).toBe(200)
      return answer.body as unknown as MapAnswer
    }
    const list = (await at.get('root', endpoint, { limit: 1000, order_col: 'id' })).body
      .items as unknown as JsonObject[]
    const map = await read()
    expect([map.total, map.placed]).toEqual([list.length, map.items?.length])
    if (!from) expect(map.items).toEqual(list.filter((item) => (item[field] ?? null) !== null))
    expect((await read({ box: '-180,-90,180,90', count: 'none' })).items).toEqual(map.items)
    expect(map.extent === null).toBe(map.placed === 0)
    const [one] = map.items ?? []
    if (one && map.extent) {
      expect((await read({ box: map.extent.join(',') })).items?.map(idIn)).toContain(idIn(one))
      expect((await read({ filters: { id: [one.id ?? null] } })).items).toEqual([one])
    }
    expect((await at.get('root', `${endpoint}/map`, { box: '1,2' })).status).toBe(400)
    expect((await at.get('none', `${endpoint}/map`)).status).toBe(403)
    expect([200, 403, 404]).toContain((await at.get('reader', `${endpoint}/map`)).status)
  })
}

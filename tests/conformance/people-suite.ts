import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp } from './conformance-app'
import { makeRecord } from './valid-record'

/** What every catalogue does with comments, followers and tags, if it has them; made from the metadata alone. */
export function peopleSuite(resource: Resource, app: () => ConformanceApp, random: () => number): void {
  const { endpoint } = resource
  const seesIt = resource.root !== true

  test('has comments, followers and tags where it says so, for who may, and nowhere else', async () => {
    const at = app()
    const { item } = await makeRecord(at, resource, random)
    const id = item.id ?? null
    const path = `${endpoint}/${String(id)}`
    const statuses = async (
      method: 'get' | 'post',
      below: string,
      input: JsonObject = {},
    ): Promise<readonly number[]> => {
      const found: number[] = []
      for (const role of ['none', 'reader', 'root'] as const) found.push((await at[method](role, below, input)).status)
      return found
    }
    const forSeeing = (has: boolean): readonly number[] => (has ? [403, seesIt ? 200 : 403, 200] : [404, 404, 404])
    // Where people choose the ids, a word in their place is one.
    const isKeyed = at.model.entities[resource.entity]?.key !== undefined
    const missing = isKeyed ? 405 : 404
    const forEditing = (has: boolean): readonly number[] => (has ? [403, 403, 200] : [missing, missing, missing])
    expect(await statuses('post', `${path}/comments`, { body: 'Visto.' })).toEqual(
      forSeeing(resource.comments !== undefined),
    )
    expect(await statuses('get', `${path}/comments`)).toEqual(forSeeing(resource.comments !== undefined))
    expect(await statuses('post', `${path}/follow`)).toEqual(forSeeing(resource.follow !== undefined))
    expect(await statuses('get', `${path}/people`)).toEqual(
      forSeeing(resource.comments !== undefined || resource.follow !== undefined),
    )
    expect(await statuses('post', `${endpoint}/retag`, { id, add: ['De prueba'] })).toEqual(
      forEditing(resource.tags !== undefined),
    )
    expect(await statuses('get', `${endpoint}/tags`)).toEqual(
      resource.tags === undefined && isKeyed ? [403, seesIt ? 404 : 403, 404] : forSeeing(resource.tags !== undefined),
    )
    if (resource.comments)
      expect((await at.get('root', `${path}/comments`)).body).toMatchObject({ total: seesIt ? 2 : 1 })
    if (resource.follow) expect((await at.get('root', endpoint, { followed: 1 })).body.items).toMatchObject([{ id }])
    if (!resource.tags) return
    const [tag] = (await at.get('root', `${endpoint}/tags`)).body.items as unknown as JsonObject[]
    expect((await at.get('root', endpoint, { filters: { tags: tag?.id ?? null } })).body.items).toMatchObject([
      { id, tags: [tag?.id], tags__label: ['De prueba'] },
    ])
    expect((await at.post('root', `${endpoint}/create`, { id, tags: [] })).status).toBe(422)
  })
}

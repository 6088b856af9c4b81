import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { kindApp, type KindApp } from './kinds-fixture'

oneEngine((_engine, open) => {
  let at: KindApp
  beforeAll(async () => {
    at = await kindApp(open)
  })
  const place = (name: string, id_parent: number | string | null = null) => at.make('places', { name, id_parent })
  const parentOf = async (id: number | string) => (await at.items('places', { filters: { id } }))[0]?.id_parent
  const move = (id: number | string, id_parent: number | string | null) =>
    at.post('root', 'places/create', { id, id_parent })

  describe('a tree', () => {
    test('tells every record what stands above it, the highest first, in lists, records and forms', async () => {
      const lima = await place('Lima')
      const south = await place('Sur', lima)
      const surco = await place('Surco', south)
      const [row] = await at.items('places', { filters: { id: surco } })
      expect(row).toMatchObject({ id_parent: south, id_parent__label: 'Sur', id_parent__path: ['Lima', 'Sur'] })
      expect((await at.items('places', { filters: { id: lima } }))[0]).toMatchObject({
        id_parent: null,
        id_parent__path: [],
      })
      expect((await at.call('root', 'GET', `places/${surco}`)).body.item).toMatchObject({
        id_parent__path: ['Lima', 'Sur'],
      })
      expect((await at.items('places', { filters: { id_parent: null } })).map(({ id }) => id)).toContain(lima)
      expect((await at.items('places', { filters: { id_parent: lima } })).map(({ id }) => id)).toEqual([south])
    })

    test('takes back what it told in a form', async () => {
      const id = await place('Ate', await place('Este'))
      const { item } = (await at.post('root', 'places/form', { id })).body as { item: object }
      expect((await at.post('root', 'places/create', { ...item, name: 'Ate Vitarte' })).body).toMatchObject({
        ok: true,
        item: { name: 'Ate Vitarte' },
      })
    })

    test.each([
      ['itself', 0],
      ['its child', 1],
      ['its grandchild', 2],
    ])('refuses %s as a parent, at its field', async (_what, deep) => {
      const top = await place('a')
      const line = [top, await place('b', top)]
      line.push(await place('c', line[1]))
      const answer = await move(top, line[deep] ?? null)
      expect(answer).toMatchObject({ status: 422, body: { errors: { id_parent: expect.stringContaining('mismo') } } })
      expect(await parentOf(top)).toBe(null)
    })

    test('stays without a circle when two people hang two branches under each other at once', async () => {
      for (let round = 0; round < 8; round++) {
        const [a, b] = [await place(`a${round}`), await place(`b${round}`)]
        const answers = await Promise.all([move(a, b), move(b, a)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
        expect([await parentOf(a), await parentOf(b)].filter((parent) => parent !== null)).toHaveLength(1)
      }
    })

    test('does not lose what is hung under a record while it is removed', async () => {
      for (let round = 0; round < 5; round++) {
        const [top, leaf] = [await place(`t${round}`), await place(`l${round}`)]
        const [moved, removed] = await Promise.all([move(leaf, top), at.post('root', 'places/remove', { id: top })])
        expect([moved.status, removed.status]).toEqual(removed.status === 200 ? [422, 200] : [200, 409])
      }
    })

    test('refuses to remove what something stands under, and says how much', async () => {
      const top = await place('con hijos')
      await place('hija', top)
      await place('hijo', top)
      const answer = await at.post('root', 'places/remove', { id: top })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'IN_USE', msg: expect.stringContaining('(2)') })
    })

    test('hangs and sorts rows in one call, or does neither', async () => {
      const [one, two] = [await place('uno'), await place('dos')]
      const [x, y] = [await place('x', one), await place('y', two)]
      expect((await at.post('root', 'places/resort', { items: [{ id: y, id_parent: one }, { id: x }] })).status).toBe(
        200,
      )
      expect(
        (await at.items('places', { filters: { id_parent: one }, order_col: 'rank' })).map(({ id }) => id),
      ).toEqual([y, x])
      expect((await at.post('root', 'places/resort', { items: [{ id: one, id_parent: y }, x] })).status).toBe(422)
      expect(await parentOf(one)).toBe(null)
      expect((await at.call('root', 'GET', 'logs', { target: 'places', id_target: y })).body.items).toMatchObject([
        { type_log: 'edit', changes: [{ field: 'id_parent', from: 'dos', to: 'uno' }] },
        {},
      ])
    })
  })
})

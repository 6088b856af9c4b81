import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

oneEngine((_engine, open) => {
  describe('a large list', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open)
      await at.database.db
        .insertInto('readings')
        .values(Array.from({ length: 1500 }, (_, i) => ({ name: `n${i}`, value: i % 7 === 0 ? null : i % 50 })))
        .execute()
    })

    test('counts exactly while that is cheap, else says there are more', async () => {
      const total = async (query: { [key: string]: unknown }) => {
        const {
          body: { total, total_is_exact },
        } = await at.call('root', 'GET', 'readings', query as never)
        return [total, total_is_exact]
      }
      expect(await total({})).toEqual([1000, false])
      expect(await total({ count: 'exact' })).toEqual([1500, true])
      expect(await total({ filters: { name: 'n149' } })).toEqual([11, true])
      expect(await total({ limit: 500, page: 3 })).toEqual([1500, true])
      expect(await total({ limit: 700, page: 2 })).toEqual([1401, false])
      expect(await total({ limit: 500, page: 9 })).toEqual([4000, false])
    })

    test.each(['asc', 'desc'])('a cursor walks all rows of an order with empty values once, %s', async (order_dir) => {
      const seen: unknown[] = []
      for (let after: string | undefined; ;) {
        const { body } = await at.call('root', 'GET', 'readings', {
          order_col: 'value',
          order_dir,
          limit: 400,
          ...(after === undefined ? {} : { after }),
        })
        seen.push(...(body.items as unknown as { id: number }[]).map(({ id }) => id))
        after = body.after as string | undefined
        if (after === undefined) break
      }
      const byOffset: unknown[] = []
      for (const page of [1, 2]) {
        byOffset.push(
          ...at.items(await at.call('root', 'GET', 'readings', { order_col: 'value', order_dir, limit: 750, page })).map(({ id }) => id),
        )
      }
      expect(seen).toEqual(byOffset)
      expect(new Set(seen).size).toBe(1500)
    })
  })
})

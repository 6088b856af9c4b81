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
      for (let after: string | undefined; ; ) {
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
          ...at
            .items(await at.call('root', 'GET', 'readings', { order_col: 'value', order_dir, limit: 750, page }))
            .map(({ id }) => id),
        )
      }
      expect(seen).toEqual(byOffset)
      expect(new Set(seen).size).toBe(1500)
    })
  })

  describe('a large list of some days', () => {
    let at: RecordApp
    const put = (n: number, name: string, date_created: string, date_deleted: string | null = null) =>
      at.database.db
        .insertInto('readings')
        .values(Array.from({ length: n }, (_, i) => ({ name: `${name} ${i}`, value: i, date_created, date_deleted })))
        .execute()
    beforeAll(async () => {
      at = await recordApp(open)
      await put(1, 'before', '2025-01-09T12:00:00Z')
      await put(30, 'then', '2025-01-15T12:00:00Z')
      await put(5, 'removed', '2025-01-15T12:00:00Z', '2025-02-01T12:00:00Z')
      await put(2, 'after', '2025-02-15T12:00:00Z')
      // Written down long after it was.
      await put(3, 'late', '2025-01-16T12:00:00Z')
      // So many that the newest ones say nothing of January.
      await put(2_100, 'now', '2026-05-05T12:00:00Z')
    })
    const names = async (query: { [key: string]: unknown }) => {
      const { body } = await at.call('root', 'GET', 'readings', { limit: 100, order_col: 'id', ...query } as never)
      return [
        (body.items as unknown as { name: string }[])
          .map(({ name }) => name.split(' ')[0])
          .filter((name, i, all) => all.indexOf(name) === i),
        body.total,
        body.total_is_exact,
      ]
    }

    test.each([
      ['days long ago', { date_from: '2025-01-10', date_to: '2025-01-31' }, ['then', 'late'], 33, true],
      [
        'those days from the last id on',
        { date_from: '2025-01-10', date_to: '2025-01-31', order_dir: 'desc' },
        ['late', 'then'],
        33,
        true,
      ],
      ['one page of them', { date_from: '2025-01-10', date_to: '2025-01-31', limit: 2 }, ['then'], 33, true],
      [
        'a filter between two moments',
        { filters: { date_created: { gt: '2025-01-15T12:00:00Z', lt: '2025-01-31T00:00:00Z' } } },
        ['late'],
        3,
        true,
      ],
      [
        'those days and another condition',
        { date_from: '2025-01-10', date_to: '2025-01-31', filters: { name: 'late' } },
        ['late'],
        3,
        true,
      ],
      ['the newest days', { date_from: '2026-05-01', date_to: '2026-05-31' }, ['now'], 1000, false],
      [
        'days that reach until the newest',
        { date_from: '2025-01-16', date_to: '2026-05-31', filters: { name: 'late' } },
        ['late'],
        3,
        true,
      ],
      ['days without any row', { date_from: '2024-01-01', date_to: '2024-12-31' }, [], 0, true],
      ['days turned round', { date_from: '2025-01-31', date_to: '2025-01-10' }, [], 0, true],
      ['days until a last one', { date_to: '2025-01-31' }, ['before', 'then', 'late'], 34, true],
    ] as const)('%s have all of their rows and no other', async (_, query, found, total, exact) => {
      expect(await names(query)).toEqual([found, total, exact])
    })
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AIMS, gateOf, shareOf, tableOf, type Results } from '../bench/aims'

const RESULTS = join(import.meta.dirname, '../bench/results.json')

describe('the table of aims', () => {
  test('has a line for each aim, with its gate and what the last run found', () => {
    const last = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results
    expect(Object.keys(last).filter((id) => !Object.hasOwn(AIMS, id))).toEqual([])
    for (const [id, { value, on }] of Object.entries(last)) {
      expect([id, value]).toEqual([id, expect.any(Number)])
      expect([id, on]).toEqual([id, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    }
    const lines = tableOf(last).split('\n')
    expect(lines).toHaveLength(Object.keys(AIMS).length + 1)
    for (const { says } of Object.values(AIMS))
      expect(lines.filter((line) => line.includes(says)).length).toBeGreaterThan(0)
  })

  test('keeps seven tenths of an aim, whichever side is better', () => {
    const [more, less] = [
      { says: 'a', aim: 200, by: '' },
      { says: 'b', aim: 70, by: '', better: 'less' as const },
    ]
    expect([gateOf(more), gateOf(less)]).toEqual([140, 100])
    expect([shareOf(more, 140), shareOf(less, 100), shareOf(less, 35)]).toEqual([0.7, 0.7, 2])
  })

  test('shows this run beside the last one', () => {
    const text = tableOf(
      { one: { value: 0.4, on: '2026-01-02', how: 'quick' } },
      { one: { value: 0.6, on: '2026-01-03' } },
    )
    const line = text.split('\n').find((one) => one.includes(AIMS.one.says)) ?? ''
    expect(line).toMatch(/^gate .* 0\.6 .* 0\.8 .*≥ 0\.56 .* 0\.75 .*this run; 2026-01-02: 0\.4$/)
    expect(tableOf({ one: { value: 0.4, on: '2026-01-02' } })).toMatch(/^MISSED .*one record, rows only/m)
  })
})

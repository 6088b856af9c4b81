import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPORTS, type FileTimes } from '../times/file-times'
import { fileTimes, timesReport } from '../times/report'
import type { SpanLine } from '../times/spans'

const ROOT = join(import.meta.dirname, '../..')

test('where the time of a run went is told by stage, by file and phase, and by the dearest promises', () => {
  const folder = mkdtempSync(join(tmpdir(), 'times-'))
  try {
    const zones: FileTimes = {
      runner: 'vitest',
      file: 'tests/api/zones.test.ts',
      total_ms: 9000,
      phases: { import: 1000, tests: 8000 },
      tests: [
        { title: 'a zone', ms: 7900 },
        { title: 'another', ms: 100 },
      ],
    }
    const small: FileTimes = {
      ...zones,
      file: 'tests/model/small.test.ts',
      total_ms: 5,
      tests: [{ title: 'a sum', ms: 5 }],
    }
    const map: FileTimes = {
      runner: 'browser',
      file: 'tests/e2e/map.spec.ts desktop',
      total_ms: 20_000,
      phases: { 'page load': 12_000 },
      tests: [{ title: 'a map', ms: 20_000 }],
    }
    writeFileSync(join(folder, REPORTS.vitest), JSON.stringify([small, zones]))
    writeFileSync(join(folder, REPORTS.browser), JSON.stringify([map]))
    const spans: readonly SpanLine[] = [
      { file: join(ROOT, 'tests/api/zones.test.ts'), span: 'template copied', ms: 400 },
      { file: join(ROOT, 'tests/api/zones.test.ts'), span: 'template copied', ms: 300 },
    ]
    // Another process has told the same file's time before.
    writeFileSync(join(folder, 'spans-1.jsonl'), `${JSON.stringify(spans[0])}\n`)
    writeFileSync(join(folder, 'spans-2.jsonl'), `${JSON.stringify(spans[1])}\n`)
    const lines = timesReport([{ name: 'lint', ms: 2000, busy: 0.914 }], fileTimes(folder))
      .split('\n')
      .map((line) => line.trim())
    expect(lines).toContain('2.0   91 %  lint')
    expect(lines).toContain('9.0  tests/api/zones.test.ts: tests 8.0, import 1.0, template copied 0.7')
    expect(lines).toContain('0.0  1 others, each under 3 s')
    expect(lines).toContain('browser, seconds of its workers: 20.0 in 1 files: page load 12.0')
    expect(lines.slice(-4)).toEqual([
      '20.0  tests/e2e/map.spec.ts desktop: a map',
      '7.9  tests/api/zones.test.ts: a zone',
      '0.1  tests/api/zones.test.ts: another',
      '0.0  tests/model/small.test.ts: a sum',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

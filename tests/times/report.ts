import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { REPORTS, type FileTimes } from './file-times'
import type { SpanLine } from './spans'

export interface StageTime {
  readonly name: string
  readonly ms: number
  /** Of all cores, from 0 to 1. */
  readonly busy: number
}

const ROOT = join(import.meta.dirname, '../..')
const DEAREST = 20
/** Files that are told one by one. */
const MIN_MS = 3000

const read = <T>(path: string): T[] => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T[]) : [])

/** What the processes of a run told, by the file whose time it was; what began no file belongs to the run itself. */
function spansIn(folder: string): Map<string, { [span: string]: number }> {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('spans-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as SpanLine)
  const found = new Map<string, { [span: string]: number }>()
  for (const { file, span, ms } of lines) {
    const key = isAbsolute(file) ? relative(ROOT, file) : file
    const spans = found.get(key) ?? {}
    found.set(key, spans)
    spans[span] = (spans[span] ?? 0) + ms
  }
  return found
}

/** The times of all files of a run, as both runners and the processes told them. */
export function fileTimes(folder: string): FileTimes[] {
  const spans = spansIn(folder)
  return Object.values(REPORTS)
    .flatMap((name) => read<FileTimes>(join(folder, name)))
    .map((one) => ({ ...one, phases: { ...one.phases, ...spans.get(one.file) } }))
    .sort((a, b) => b.total_ms - a.total_ms)
}

const s = (ms: number): string => (ms / 1000).toFixed(1).padStart(7)
const told = (phases: FileTimes['phases']): string =>
  Object.entries(phases)
    .filter(([, ms]) => ms >= 50)
    .sort(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`)
    .join(', ')

function summed(files: readonly FileTimes[]): FileTimes['phases'] {
  const sum: { [phase: string]: number } = {}
  for (const { phases } of files) for (const [name, ms] of Object.entries(phases)) sum[name] = (sum[name] ?? 0) + ms
  return sum
}

function ofRunner(runner: FileTimes['runner'], all: readonly FileTimes[]): string[] {
  const files = all.filter((one) => one.runner === runner)
  const dear = files.filter(({ total_ms }) => total_ms >= MIN_MS)
  const cheap = files.filter(({ total_ms }) => total_ms < MIN_MS)
  const total = (some: readonly FileTimes[]): number => some.reduce((sum, { total_ms }) => sum + total_ms, 0)
  return [
    `\n${runner}, seconds of its workers: ${s(total(files)).trim()} in ${files.length} files: ${told(summed(files))}`,
    ...dear.map(({ file, total_ms, phases }) => `${s(total_ms)}  ${file}: ${told(phases)}`),
    `${s(total(cheap))}  ${cheap.length} others, each under ${MIN_MS / 1000} s`,
  ]
}

/** Where the time of a run went, in lines to print: stages, both runners' files by phase, and the dearest promises. */
export function timesReport(stages: readonly StageTime[], files: readonly FileTimes[]): string {
  const dearest = files
    .flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, DEAREST)
  return [
    'seconds, and how busy all cores were',
    ...stages.map(({ name, ms, busy }) => `${s(ms)}  ${(busy * 100).toFixed(0).padStart(3)} %  ${name}`),
    ...ofRunner('vitest', files),
    ...ofRunner('browser', files),
    `\nthe ${DEAREST} dearest promises`,
    ...dearest.map(({ file, title, ms }) => `${s(ms)}  ${file}: ${title}`),
  ].join('\n')
}

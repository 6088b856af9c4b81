import type { JsonObject } from '../../../model/json'
import type { CallCell, CallFile } from '../../language/feature/call'
import type { RecordContext } from '../record-context'
import type { LogEntryItem } from './log-entry'
import type { LogLine } from './log-list'
import { readLogQuery, type LogQuery } from './log-query'
import { malformed } from '../../platform/answers/malformed'

/** Lines read at a time: what the server holds of a log of any length. */
const BATCH = 1000
const FORMATS = ['csv', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

/**
 * Lines under these filters as their reader sees them, and the lines themselves, by whose ids the next are asked for.
 */
type ReadEntries = (
  query: LogQuery,
) => Promise<{ readonly lines: readonly LogLine[]; readonly entries: readonly LogEntryItem[] }>

/** The format of the file and the filters that are asked for. @throws {AppError} MALFORMED */
export function readLogExport(
  { format = 'csv', ...filters }: JsonObject,
  zone: string,
): { readonly format: Format; readonly query: LogQuery } {
  const known = FORMATS.find((one) => one === format)
  if (!known) throw malformed('format')
  return { format: known, query: { ...readLogQuery(filters, zone), limit: BATCH } }
}

/** The whole log under its filters, newest first, some lines at a time. */
export function logFile(
  context: RecordContext,
  { format, query }: ReturnType<typeof readLogExport>,
  zone: string,
  read: ReadEntries,
): CallFile {
  const {
    runtime: { words },
    actor: { language },
  } = context
  const say = (key: string): string => words.say(language, key)
  const titles = ['date', 'user', 'type_user', 'as', 'key', 'type_log', 'target', 'name', 'changes', 'platform', 'run']
  return {
    format,
    title: say('logs.title'),
    zone,
    columns: titles.map((key) => ({ label: say(`logs.columns.${key}`) })),
    async *rows() {
      for (let before = query.before; ; ) {
        const { lines, entries } = await read({ ...query, before })
        const by = new Map(lines.map((line) => [line.id, line]))
        yield entries.map((entry) => cellsOf(entry, by.get(entry.id)))
        const last = lines.at(-1)
        if (!last || lines.length < BATCH) return
        before = last.id
      }
    },
  }
}

function cellsOf(entry: LogEntryItem, line: LogLine | undefined): readonly CallCell[] {
  const changes = entry.changes.map(({ label, from, to }) => `${label}: ${from ?? ''} → ${to ?? ''}`)
  return [
    { moment: entry.date_created },
    entry.user_name,
    entry.type_user,
    entry.user_as,
    entry.user_key,
    [entry.type_log_prefix, entry.type_log_name, entry.type_log_suffix].filter(Boolean).join(' '),
    entry.targets.map(({ type }) => type).join(', '),
    line?.title || entry.targets.map(({ name }) => name).join(', ') || null,
    changes.join('; ') || null,
    entry.se_platform,
    entry.run?.id ?? null,
  ]
}

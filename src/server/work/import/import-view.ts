import { sql } from 'kysely'
import {
  IMPORT_ONLY,
  IMPORT_PAGE,
  isUnderWay,
  type ImportCounts,
  type ImportItem,
  type ImportOnly,
  type ImportStatus,
  type ImportView,
} from '../../../model/import-answer'
import type { JsonObject } from '../../../model/json'
import { changeWords } from '../../records/log/log-entry'
import type { RecordContext } from '../../records/record-context'
import { idArray } from '../../records/record-id'
import { errorTexts, rowSentence, errorSentence } from './error-text'
import { answerColumns, targetsOf } from './import-columns'
import type { ImportRunRow } from './run'
import { countStaged, fileRow, findRows, recordOf, SHOWN_ROWS, type StagedRow } from './staged-rows'
import { UNDO_MS } from './undo-rows'
import { malformed } from '../../platform/answers/malformed'

/** The state of a run, with its numbers. */
export async function runStatus(context: RecordContext, run: ImportRunRow): Promise<ImportStatus> {
  const counts = await countStaged(context.runtime.database.db, run.id)
  const waits = run.state === 'verified' || run.state === 'saved'
  return {
    id: run.id,
    file_name: run.file_name,
    state: run.state,
    date_created: isoOf(run.date_created),
    date_saved: run.date_saved === null ? null : isoOf(run.date_saved),
    reading: run.reading,
    blanks: run.empties ? 'empty' : 'keep',
    expected: run.total,
    counts,
    can_save: waits && counts.ok > 0,
    can_undo: waits && counts.saved > counts.kept + counts.undone && mayUndo(context, run),
    msg: sentenceOf(context, run, counts),
  }
}

/** Whether a run is recent enough to be undone. */
export const mayUndo = ({ now }: RecordContext, { date_saved }: ImportRunRow): boolean =>
  date_saved !== null && now.getTime() - Date.parse(isoOf(date_saved)) < UNDO_MS

/**
 * A run with one page of its rows.
 * @param query `page` from 1, `only` one of `errors`, `warnings`, `ok`, `saved`, `excluded`, `kept`
 * @throws {AppError} MALFORMED
 */
export async function importView(
  context: RecordContext,
  run: ImportRunRow,
  query: JsonObject = {},
): Promise<ImportView> {
  const { db } = context.runtime.database
  const only = onlyOf(query)
  const page = pageOf(query)
  const which = only === null ? EVERY_ROW : SHOWN_ROWS[only]
  const [status, rows] = [
    await runStatus(context, run),
    await findRows(db, run.id, which, { limit: IMPORT_PAGE, skip: (page - 1) * IMPORT_PAGE }),
  ]
  return {
    ...status,
    columns: answerColumns(context, run.columns),
    file_columns: run.columns,
    targets: targetsOf(context),
    items: await itemsOf(context, run, rows),
    found: foundOf(status.counts, only),
    page,
  }
}

/** Rows that may come as JSON. */
export const MAX_ITEMS = 2000

const EVERY_ROW = sql<boolean>`true`

/**
 * What became of each row, as old clients read it: whether it is saved, what is shown of its record, and why it is not.
 */
export async function stateItems(context: RecordContext, run: ImportRunRow): Promise<readonly JsonObject[]> {
  const rows = await findRows(context.runtime.database.db, run.id, EVERY_ROW, { limit: MAX_ITEMS })
  return (await itemsOf(context, run, rows)).map(({ row, ok, saved, shown = null, id_record, msg, saved_msg }) => ({
    row,
    ok,
    saved,
    id: id_record,
    result: shown,
    msg: saved ? saved_msg : msg,
  }))
}

async function itemsOf(
  context: RecordContext,
  run: ImportRunRow,
  rows: readonly StagedRow[],
): Promise<readonly ImportItem[]> {
  const shows = context.resource.import?.shows ?? null
  const ids = shows === null ? [] : rows.flatMap((row) => (row.state === 'saved' ? (recordOf(row) ?? []) : []))
  const found =
    ids.length === 0
      ? []
      : (
          await sql<{
            id: unknown
            shown: string | null
          }>`select id, ${sql.ref(shows ?? 'id')}::text as shown from ${sql.table(context.entity.name)}
    where id = any(${idArray(context.entity, ids)})`.execute(context.runtime.database.db)
        ).rows
  const shown = new Map(found.map(({ id, shown: text }) => [String(id), text]))
  return rows.map((row) => {
    const item = itemOf(context, run, row)
    const text = item.id_record === null ? null : (shown.get(String(item.id_record)) ?? null)
    return text === null ? item : { ...item, saved_msg: `${item.saved_msg}: ${text}`, shown: text }
  })
}

function itemOf(context: RecordContext, run: ImportRunRow, row: StagedRow): ImportItem {
  const cells = fileRow(row).cells
  const texts = Object.fromEntries(
    run.columns.flatMap(({ key }, i): [string, string][] => (key === null ? [] : [[key, cells[i]?.text ?? '']])),
  )
  const isSaved = row.state === 'saved' || row.state === 'kept'
  const isWrong = row.state === 'wrong'
  const errors = isWrong ? row.errors : null
  const msg = [
    rowSentence(context, 'import.row_errors', errors),
    rowSentence(context, 'import.row_warnings', row.warnings),
  ]
    .filter(Boolean)
    .join('\n')
  return {
    // The texts are properties of the row as well, as the old dialog expects; the engine's own override them.
    ...texts,
    row: row.row,
    cells: texts,
    ok: !isWrong && row.state !== 'read',
    state: row.state,
    excluded: row.excluded,
    errors: errorTexts(context, errors),
    warnings: errorTexts(context, row.warnings),
    changes: changeWords(context, row.changes ?? {}).map(({ field, label, from, to }) => ({
      key: field,
      name: label,
      from: shortened(from),
      to: shortened(to),
    })),
    msg,
    saved: isSaved,
    saved_msg: savedSentence(context, row),
    id_record: isSaved ? recordOf(row) : null,
  }
}

/** Nobody compares longer texts in a cell. */
const MAX_SHOWN = 200
const shortened = (text: string | null): string | null =>
  text !== null && text.length > MAX_SHOWN ? `${[...text].slice(0, MAX_SHOWN).join('')}…` : text

function savedSentence(context: RecordContext, { state, done, error }: StagedRow): string {
  const {
    runtime: { words },
    actor,
  } = context
  if (error) return errorSentence(context, { key: `validation.${error.key}`, params: error.params })
  if (state === 'undone') return words.say(actor.language, 'import.row_undone')
  return state === 'saved' && done !== null ? words.say(actor.language, `import.row_${done}`) : ''
}

function sentenceOf(context: RecordContext, run: ImportRunRow, counts: ImportCounts): string {
  if (run.error) return errorSentence(context, run.error)
  const { total, ok, wrong, saved, created, changed, unchanged, undone, kept } = counts
  return context.runtime.words.say(
    context.actor.language,
    `import.state_${isUnderWay(run.state) ? 'under_way' : run.state}`,
    {
      total,
      ok: ok + saved,
      wrong,
      saved,
      created,
      changed,
      unchanged,
      undone,
      kept,
    },
  )
}

function foundOf({ total, wrong, warned, ok, saved, excluded, kept }: ImportCounts, only: ImportOnly | null): number {
  return only === null ? total : { errors: wrong, warnings: warned, ok, saved, excluded, kept }[only]
}

function onlyOf({ only }: JsonObject): ImportOnly | null {
  if (only === undefined || only === null || only === '') return null
  const found = IMPORT_ONLY.find((one) => one === only)
  if (!found) throw malformed('only')
  return found
}

function pageOf({ page = 1 }: JsonObject): number {
  const number = Number(page)
  if (!Number.isInteger(number) || number < 1 || number > 100_000) throw malformed('page')
  return number
}

/** A moment from the driver, in the wire's form. */
const isoOf = (text: string): string => new Date(text).toISOString()

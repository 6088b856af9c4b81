import { useEvent, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Action, Ask } from '../../../model/resource'
import {
  useProvider,
  type BulkOutcome,
  type FoundByFilter,
  type PrintedOf,
  type RowResult,
} from '../../console/provider'
import { randomKey } from '../../session/random-key'
import { useConfirm } from '../../../ui/Confirm'
import { useFailure } from '../../../ui/failure'
import { bodyOf } from '../../provider/failure'
import { useScope } from '../scope'
import { useAsk } from './use-ask'
import { useSetField } from './use-set-field'
import { useUndo } from './use-undo'
import type { Verb } from './asked-of-rows'

const BulkProgress = lazy(() => import('./BulkProgress'))
const BulkResults = lazy(() => import('./BulkResults'))

/** Changes to all records that a filter finds, on every page. */
export interface AllFound {
  run(verb: Verb): Promise<void>
  act(action: Action, label: string): Promise<void>
  /** Asks for a field and its value, which all of them get. */
  set(): Promise<void>
  /** What the filter finds, for a document of it. */
  readonly found: PrintedOf
}

interface Doing {
  readonly title: string
  readonly accept: string
  readonly text?: string
  readonly danger?: boolean
  readonly ask: Ask | undefined
  readonly call: (found: FoundByFilter, answers: JsonObject) => Promise<BulkOutcome>
}

const NO_NAMES: ReadonlyMap<Identifier, string> = new Map()

/** What is chosen: a filter, and the number of records that the user was shown. */
interface Chosen {
  readonly filter: JsonObject
  readonly total: number
  /** There are many more than the user was shown; nothing was done. */
  readonly onNumber: (total: number) => void
  /** Called when the chosen records have been processed. */
  readonly onDone: () => void
}

const BulkAllContext = createContext<((chosen: Chosen) => AllFound) | null>(null)

export function useBulkAll(): (chosen: Chosen) => AllFound {
  const onAll = useContext(BulkAllContext)
  if (!onAll) throw new Error('An action on all records needs a <BulkAllProvider> around it.')
  return onAll
}

/** Holds the questions, the progress and the results of changes to all that a filter finds. */
export function BulkAllProvider({ children }: { children: ReactNode }) {
  const { resource } = useScope()
  const provider = useProvider()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const [confirm, question] = useConfirm()
  const [askFor, asking] = useAsk()
  const [askSet, setting] = useSetField()
  const [tell, undoing] = useUndo()
  const [running, setRunning] = useState<{ readonly run: string; readonly total: number } | null>(null)
  const [results, setResults] = useState<{ readonly rows: readonly RowResult[]; readonly refused: number } | null>(null)

  const work = useEvent(
    async ({ filter, total }: Chosen, call: (found: FoundByFilter) => Promise<BulkOutcome>): Promise<BulkOutcome> => {
      const run = randomKey()
      setRunning({ run, total })
      try {
        return await call({ filter, expected: total, run })
      } finally {
        setRunning(null)
        refresh()
      }
    },
  )
  const report = useEvent(({ onDone }: Chosen, outcome: BulkOutcome) => {
    if (outcome.refused > 0) setResults({ rows: outcome.results, refused: outcome.refused })
    if (outcome.stopped && !outcome.undo)
      notify(translate('bulk.stopped', { done: outcome.done, total: outcome.total }), { type: 'warning' })
    else if (outcome.stopped)
      tell(translate('bulk.stopped', { done: outcome.done, total: outcome.total }), outcome.undo)
    else if (outcome.refused === 0 || outcome.undo)
      tell(outcome.total === 0 ? outcome.msg : translate('bulk.done', { smart_count: outcome.done }), outcome.undo)
    onDone()
  })
  const refuse = useEvent(({ onNumber }: Chosen, failure: unknown) => {
    const { found, results: rows, refused } = bodyOf(failure)
    if (typeof found === 'number') onNumber(found)
    // All were refused, each with its own reason.
    if (Array.isArray(rows) && rows.length > 0)
      setResults({ rows: rows as readonly RowResult[], refused: Number(refused) })
    else fail(failure)
  })
  const start = useEvent(async (chosen: Chosen, doing: Doing) => {
    const { title, accept, text, danger, ask, call } = doing
    const doWork = (answers: JsonObject) => work(chosen, (found) => call(found, answers))
    try {
      if (ask) {
        const outcome = await askFor({ title, accept, text, ask, work: doWork })
        if (outcome) report(chosen, outcome)
        return
      }
      const is = await confirm({ title, text, accept, ...(danger ? { danger } : {}) })
      if (is) report(chosen, await doWork({}))
    } catch (failure) {
      refuse(chosen, failure)
    }
  })
  const setAll = useEvent(async (chosen: Chosen) => {
    try {
      const outcome = await askSet({
        title: translate('bulk.set_title', { smart_count: chosen.total }),
        count: chosen.total,
        text: translate('bulk.all_text'),
        work: (field, value) => work(chosen, (found) => provider.setOnAll(resource.name, found, field, value)),
      })
      if (outcome) report(chosen, outcome)
    } catch (failure) {
      refuse(chosen, failure)
    }
  })
  const onAll = useMemo(
    () =>
      (chosen: Chosen): AllFound => {
        const smart_count = chosen.total
        return {
          set: () => setAll(chosen),
          found: { filter: chosen.filter },
          run: async (verb) =>
            start(chosen, {
              title: translate(`bulk.${verb}_ask`, { smart_count }),
              text: [
                [translate('bulk.all_text'), ...(verb === 'enable' ? [] : [translate(`record.${verb}_text`)])].join(
                  ' ',
                ),
                ...(verb === 'remove'
                  ? await provider
                      .removing(resource.name, { filter: chosen.filter, expected: chosen.total })
                      .catch(() => [])
                  : []),
              ].join('\n'),
              accept: translate(`record.${verb}`),
              danger: verb === 'remove',
              ask: verb === 'remove' ? undefined : resource.asks?.[verb],
              call: (found, answers) => provider.verbOnAll(resource.name, verb, found, answers),
            }),
          act: (action, label) =>
            start(chosen, {
              title: translate('bulk.action_ask', { action: label, smart_count }),
              text: [translate('bulk.all_text'), action.text ?? ''].join(' ').trim(),
              accept: label,
              danger: action.tone === 'danger',
              ask: action.ask,
              call: (found, answers) => provider.actOnAll(resource.name, action.id, found, answers),
            }),
        }
      },
    [start, setAll, translate, resource, provider],
  )
  return (
    <BulkAllContext.Provider value={onAll}>
      {children}
      {question}
      {asking}
      {setting}
      {undoing}
      {running && (
        <Suspense>
          <BulkProgress {...running} />
        </Suspense>
      )}
      {results && (
        <Suspense>
          <BulkResults {...results} names={NO_NAMES} onClose={() => setResults(null)} />
        </Suspense>
      )}
    </BulkAllContext.Provider>
  )
}

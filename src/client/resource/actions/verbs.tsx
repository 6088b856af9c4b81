import { useQueryClient } from '@tanstack/react-query'
import { HttpError, useEvent, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Action } from '../../../model/resource'
import { useProvider, type Changed, type PrintedOf, type RowResult } from '../../console/provider'
import { useConfirm, type Question } from '../../../ui/Confirm'
import { useFailure } from '../../../ui/failure'
import { useScope } from '../scope'
import { ActivityProvider } from './activity'
import { createUnderway, rereads, type Rereads } from './underway'
import { question, rowsIn, sent, type Verb } from './asked-of-rows'
import { useAsk } from './use-ask'
import type { AskedPaper } from './AskDialog'
import { useLeftOut } from './use-left-out'
import { useSetField } from './use-set-field'
import { useUndo } from './use-undo'

const BulkResults = lazy(() => import('./BulkResults'))
const FeatureDialog = lazy(() => import('./FeatureDialog'))
const PrintDialog = lazy(() => import('./PrintDialog'))
const MergeDialog = lazy(() => import('./MergeDialog'))

const PAST: { readonly [verb in Verb]: string } = { enable: 'enabled', disable: 'disabled', remove: 'removed' }

/** What can be done to records; each asks for confirmation where needed and shows its result. */
interface Verbs {
  /**
   * @param leaves the page of what is removed is left next: it asks for nothing that is gone
   * @returns ids that were changed
   */
  run(
    verb: Verb,
    records: readonly JsonObject[],
    ids: readonly Identifier[],
    leaves?: boolean,
  ): Promise<readonly Identifier[]>
  /** Asks for a field and its value, which the records get. @returns ids that were changed */
  set(records: readonly JsonObject[], ids: readonly Identifier[]): Promise<readonly Identifier[]>
  /** Asks which other record stays instead of this one. */
  merge(record: JsonObject, onGone?: () => void): void
  /**
   * @param ids none: the action applies to the list as a whole, and what it asks begins with the values of `records`,
   * if any
   * @param leaves the record is in this catalogue no longer: it is not read again
   */
  act(
    action: Action,
    label: string,
    records: readonly JsonObject[],
    ids: readonly Identifier[],
    leaves?: boolean,
  ): Promise<boolean>
  /** Shows a document of what is chosen, before it is printed. */
  print(paper: PaperChoice): void
  /** Opens a feature's dialog over the page. @param record null: it is about the list as a whole */
  open(dialog: string, record: JsonObject | null): void
  /** Ids that are being changed now, until the page shows what became of them. */
  readonly busy: ReadonlySet<Identifier>
}

/** A document of the catalogue: the template's name, what people call it, and of which records it is. */
export interface PaperChoice {
  readonly template: string
  readonly name: string
  readonly chosen: PrintedOf
}

const VerbsContext = createContext<Verbs | null>(null)

export function useVerbs(): Verbs {
  const verbs = useContext(VerbsContext)
  if (!verbs) throw new Error('An action on a record needs a <VerbsProvider> around it.')
  return verbs
}

/** Holds the questions and the results of changes to the records below it. */
export function VerbsProvider({ children }: { children: ReactNode }) {
  const { resource, headingOf } = useScope()
  const provider = useProvider()
  const translate = useTranslate()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const fail = useFailure()
  const [ask, dialog] = useConfirm()
  const [askFor, askDialog] = useAsk()
  const [busy, setBusy] = useState<ReadonlySet<Identifier>>(new Set())
  const [results, setResults] = useState<{ rows: readonly RowResult[]; names: ReadonlyMap<Identifier, string> } | null>(
    null,
  )
  const [merging, setMerging] = useState<{ readonly record: JsonObject; readonly onGone?: () => void } | null>(null)
  const [paper, setPaper] = useState<PaperChoice | null>(null)
  const [askSet, setDialog] = useSetField()
  const [tell, undoDialog] = useUndo()
  const [orLeaveOut, leftOutDialog] = useLeftOut()
  const [opened, setOpened] = useState<{ name: string; record: JsonObject | null } | null>(null)

  const [underway] = useState(() => createUnderway(setBusy))
  const during = useEvent(
    <T,>(ids: readonly Identifier[], work: () => Promise<T>, how: Rereads = 'all'): Promise<T> =>
      underway.during(ids, work, () => rereads(queries, resource.name, how)),
  )
  const orTell = useEvent(async <T,>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (failure) {
      fail(failure)
      return null
    }
  })
  /** Shows the result of each row where some of several were refused. @returns whether there is something to show */
  const showRefused = useEvent((rows: readonly RowResult[], records: readonly JsonObject[]): boolean => {
    const some = rows.some((row) => !row.ok)
    if (some)
      setResults({ rows, names: new Map(records.map((record) => [record['id'] as Identifier, headingOf(record)])) })
    return some
  })

  /** Says what became of the records, and offers to take it back. @returns the ids that were changed */
  const report = useEvent(
    (
      { rows, undo }: Changed,
      records: readonly JsonObject[],
      ids: readonly Identifier[],
      one: string,
    ): readonly Identifier[] => {
      const done = rows.flatMap(({ ok, id }) => (ok && id !== null ? [id] : []))
      const failed = rows.filter((row) => !row.ok)
      if (failed.length === 1 && ids.length === 1) fail(new HttpError(failed[0]?.msg ?? '', 409))
      else {
        showRefused(rows, records)
        if (done.length > 0 && (failed.length === 0 || undo))
          tell(ids.length === 1 ? one : translate('bulk.done', { smart_count: done.length }), undo)
      }
      return done
    },
  )

  /** What a removal would change in other catalogues; that it cannot be told is no reason to keep the record. */
  const changedElsewhere = useEvent(
    async (verb: Verb, ids: readonly Identifier[]): Promise<readonly string[]> =>
      verb !== 'remove' || resource.rest !== undefined ? [] : provider.removing(resource.name, { ids }).catch(() => []),
  )

  const verbs = useMemo<Verbs>(
    () => ({
      busy,
      print: setPaper,
      open: (name, record) => setOpened({ name, record }),
      async run(verb, records, ids, leaves = false) {
        const one = ids.length === 1 ? records[0] : undefined
        const text = [
          translate(`resources.${resource.name}.${verb}_text`, { _: translate(`record.${verb}_text`, { _: '' }) }),
          ...(await changedElsewhere(verb, ids)),
        ].join('\n')
        const questioned = question(verb, ids.length, one && headingOf(one), text, translate)
        const call = (answers?: JsonObject) =>
          during(
            ids,
            () => provider.change(resource.name, verb, ids, answers).catch((failure: unknown) => rowsIn(failure, ids)),
            leaves ? 'later' : 'all',
          )
        const wanted = verb === 'remove' ? undefined : resource.asks?.[verb]
        if (!wanted && !(await asked(ask, questioned))) return []
        const changed = wanted
          ? await askFor({
              title: questioned?.title ?? translate(`record.${verb}`),
              text: questioned?.text,
              accept: translate(`record.${verb}`),
              ask: wanted,
              work: call,
            })
          : await orTell(call())
        return changed ? report(changed, records, ids, translate(`record.${PAST[verb]}`)) : []
      },
      async set(records, ids) {
        const changed = await askSet({
          title: translate('bulk.set_title', { smart_count: ids.length }),
          count: ids.length,
          work: (field, value) =>
            during(ids, () =>
              provider.setField(resource.name, ids, field, value).catch((failure: unknown) => rowsIn(failure, ids)),
            ),
        })
        return changed ? report(changed, records, ids, translate('record.saved')) : []
      },
      merge: (record, onGone) => setMerging({ record, ...(onGone && { onGone }) }),
      async act(action, label, records, ids, leaves = false) {
        const one = ids.length === 1 ? records[0] : undefined
        // A second press of a button whose first one is on its way: its state is another by the time that it arrives.
        if (action.move && one && underway.isBusy(ids)) return false
        const title =
          ids.length === 0
            ? label
            : one
              ? translate('record.action_ask', { action: label, name: headingOf(one) })
              : translate('bulk.action_ask', { action: label, smart_count: ids.length })
        let printed: AskedPaper | null = null
        const call = (answers: JsonObject = {}, asked: AskedPaper | null = null) => {
          printed = asked
          return orLeaveOut((more) =>
            during(
              ids,
              () => provider.act(resource.name, action.id, { ...answers, ...more, ...sent(action, one, ids) }),
              action.done !== 'reload' ? 'none' : leaves ? 'lists' : 'all',
            ),
          )
        }
        const text = translate(`resources.${resource.name}.asks.${action.id}`, { _: action.text ?? '' })
        const { tells } = action
        const told = tells === undefined || !one ? {} : { tells: () => provider.tells(tells, sent(action, one, ids)) }
        // "Cancel" next to "Cancel the order" would be ambiguous.
        const sure = {
          title,
          accept: label,
          cancel: translate('record.back'),
          danger: action.tone === 'danger',
          ...(text === '' ? {} : { text }),
        }
        if (!action.ask && action.confirm && !(await ask(sure))) return false
        const answer = action.ask
          ? await askFor({
              title,
              accept: label,
              ...(one && { move: action.id }),
              ask: action.ask,
              record: ids.length <= 1 ? records[0] : undefined,
              keepsEmpty: action.move === true && one !== undefined,
              ...(text === '' ? {} : { text }),
              ...told,
              work: call,
            })
          : await orTell(call())
        if (!answer) return false
        if (!showRefused(answer.results ?? [], records) || answer.undo)
          tell(answer.msg ?? translate('record.done'), answer.undo)
        if (printed) setPaper({ ...(printed as AskedPaper), chosen: { ids: [...ids] } })
        return true
      },
    }),
    [
      ask,
      askFor,
      askSet,
      busy,
      changedElsewhere,
      during,
      headingOf,
      orLeaveOut,
      orTell,
      provider,
      report,
      resource,
      showRefused,
      tell,
      translate,
      underway,
    ],
  )

  return (
    <VerbsContext.Provider value={verbs}>
      <ActivityProvider>{children}</ActivityProvider>
      {dialog}
      {askDialog}
      {setDialog}
      {undoDialog}
      {leftOutDialog}
      {merging && (
        <Suspense>
          <MergeDialog
            record={merging.record}
            onClose={() => setMerging(null)}
            onDone={(text, undo) => {
              setMerging(null)
              tell(text, undo)
              refresh()
              merging.onGone?.()
            }}
          />
        </Suspense>
      )}
      {paper && (
        <Suspense>
          <PrintDialog {...paper} onClose={() => setPaper(null)} />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <FeatureDialog
            name={opened.name}
            resource={resource.name}
            record={opened.record}
            onClose={(changed) => {
              setOpened(null)
              if (changed) refresh()
            }}
          />
        </Suspense>
      )}
      {results && (
        <Suspense>
          <BulkResults {...results} onClose={() => setResults(null)} />
        </Suspense>
      )}
    </VerbsContext.Provider>
  )
}

const asked = async (ask: (question: Question) => Promise<boolean>, what: Question | null): Promise<boolean> =>
  what === null || ask(what)

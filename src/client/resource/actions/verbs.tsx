import { HttpError, useEvent, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Action } from '../../../model/model'
import { useProvider, type RowResult } from '../../app/provider'
import { useConfirm, type Question } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { bodyOf } from '../failure-text'
import { useScope } from '../scope'
import { ActivityProvider } from './activity'

const BulkResults = lazy(() => import('./BulkResults'))

export type Verb = 'enable' | 'disable' | 'remove'
const PAST: { readonly [verb in Verb]: string } = { enable: 'enabled', disable: 'disabled', remove: 'removed' }

/** What can be done to records, each asking where it should and telling how it went. */
export interface Verbs {
  /** @returns ids that were changed */
  run(verb: Verb, records: readonly JsonObject[], ids: readonly Identifier[]): Promise<readonly Identifier[]>
  act(action: Action, label: string, records: readonly JsonObject[], ids: readonly Identifier[]): Promise<boolean>
  /** Ids that are being changed now. */
  readonly busy: ReadonlySet<Identifier>
}

const VerbsContext = createContext<Verbs | null>(null)

export function useVerbs(): Verbs {
  const verbs = useContext(VerbsContext)
  if (!verbs) throw new Error('A record is acted upon outside <VerbsProvider>.')
  return verbs
}

/** Holds the questions and the results of what is done to the records below it. */
export function VerbsProvider({ children }: { children: ReactNode }) {
  const { resource, nameOf } = useScope()
  const provider = useProvider()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const [ask, dialog] = useConfirm()
  const [busy, setBusy] = useState<ReadonlySet<Identifier>>(new Set())
  const [results, setResults] = useState<{ rows: readonly RowResult[]; names: ReadonlyMap<Identifier, string> } | null>(null)

  const during = useEvent(async <T,>(ids: readonly Identifier[], work: () => Promise<T>): Promise<T | null> => {
    setBusy((now) => new Set([...now, ...ids]))
    try {
      return await work()
    } catch (failure) {
      fail(failure)
      return null
    } finally {
      setBusy((now) => new Set([...now].filter((id) => !ids.includes(id))))
      refresh()
    }
  })

  const verbs = useMemo<Verbs>(
    () => ({
      busy,
      async run(verb, records, ids) {
        const one = ids.length === 1 ? records[0] : undefined
        if (!(await asked(ask, question(verb, ids.length, one && nameOf(one), translate)))) return []
        const rows = await during(ids, () => provider[verb](resource.name, ids).catch((failure: unknown) => rowsIn(failure, ids)))
        if (!rows) return []
        const done = rows.filter((row) => row.ok).map((row) => row.id)
        const failed = rows.filter((row) => !row.ok)
        if (failed.length === 1 && ids.length === 1) fail(new HttpError(failed[0]?.msg ?? '', 409))
        else if (failed.length) setResults({ rows, names: new Map(records.map((record) => [record['id'] as Identifier, nameOf(record)])) })
        else
          notify(ids.length === 1 ? translate(`record.${PAST[verb]}`) : translate('bulk.done', { smart_count: done.length }), {
            type: 'success',
          })
        return done
      },
      async act(action, label, records, ids) {
        const one = ids.length === 1 ? records[0] : undefined
        if (action.confirm) {
          const title = one
            ? translate('record.action_ask', { action: label, name: nameOf(one) })
            : translate('bulk.action_ask', { action: label, smart_count: ids.length })
          if (!(await ask({ title, accept: label }))) return false
        }
        const answer = await during(ids, () => provider.act(resource.name, action.id, sent(action, one, ids)))
        if (answer) notify(answer.msg ?? translate('record.done'), { type: 'success' })
        return answer !== null
      },
    }),
    [ask, busy, during, fail, nameOf, notify, provider, resource.name, translate],
  )

  return (
    <VerbsContext.Provider value={verbs}>
      <ActivityProvider>{children}</ActivityProvider>
      {dialog}
      {results && (
        <Suspense>
          <BulkResults {...results} onClose={() => setResults(null)} />
        </Suspense>
      )}
    </VerbsContext.Provider>
  )
}

type Translate = ReturnType<typeof useTranslate>

/** Destructive things are asked (spec 1 §5), and whatever touches many rows at once; null: done without asking. */
function question(verb: Verb, count: number, name: string | undefined, translate: Translate): Question | null {
  if (verb === 'enable' && count === 1) return null
  const title = count === 1 ? translate(`record.${verb}_ask`, { name: name ?? '' }) : translate(`bulk.${verb}_ask`, { smart_count: count })
  return {
    title,
    ...(verb === 'enable' ? {} : { text: translate(`record.${verb}_text`) }),
    accept: translate(`record.${verb}`),
    danger: verb === 'remove',
  }
}

/** When none of several rows could be changed, the failure has a result for each. */
function rowsIn(failure: unknown, ids: readonly Identifier[]): readonly RowResult[] {
  const { results } = bodyOf(failure)
  if (ids.length > 1 && Array.isArray(results)) return results as readonly RowResult[]
  throw failure
}

const asked = async (ask: (question: Question) => Promise<boolean>, what: Question | null): Promise<boolean> => what === null || ask(what)

/** What the metadata says to send: fields of the one record, or its `ids` where there are several. */
function sent(action: Action, one: JsonObject | undefined, ids: readonly Identifier[]): JsonObject {
  if (!one) return { ids: [...ids] }
  return Object.fromEntries((action.call?.send ?? []).map((name) => [name, one[name] ?? null]))
}

import { useSyncExternalStore } from 'react'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving } from '../service-form'
import type { Enquiry, RefusedSave } from './enquiry'
import { keptValue, listedStorage, tabName, type ListedKept } from './kept-value'
import type { OpenCall } from './complete-call'

/**
 * A save, from the press of its key until it is put away: it has its own copy of what was typed and hangs on no form.
 */
export interface OutboxSave {
  /** The idempotency key: sent again, it makes nothing twice. */
  readonly key: string
  readonly at_ms: number
  /** Who calls. */
  readonly who: string
  readonly after: AfterSaving
  /** What was typed, for opening it again; null once it is saved. */
  readonly copy: Enquiry | null
  /** What is sent; null: some answers are missing, which `call` says. */
  readonly input: ServiceInput | null
  readonly call: OpenCall | null
  readonly state: 'sending' | 'waiting' | 'stale' | 'saved' | 'refused' | 'asked'
  readonly tries: number
  readonly next_ms: number
  readonly saved: { readonly ids: readonly number[]; readonly isWatched: boolean } | null
  /** The board has taken note of what was saved. */
  readonly isTold: boolean
  readonly refused: RefusedSave | null
  /** The tab that looks after it. */
  readonly tab: string
  readonly touched_ms: number
}

/** The saves of an operator in this tab, the latest last; kept in the browser until they are answered. */
export interface Outbox {
  readonly get: () => readonly OutboxSave[]
  readonly subscribe: (changed: () => void) => () => void
  readonly post: (sending: Pick<OutboxSave, 'key' | 'who' | 'after' | 'copy' | 'input' | 'call'>) => void
  /** An enquiry that ended without a ride: it is told, and can be opened again. */
  readonly ended: (sending: Pick<OutboxSave, 'key' | 'who' | 'copy'>) => void
  readonly change: (key: string, change: Partial<OutboxSave>) => void
  readonly drop: (key: string) => void
}

/** What is not answered yet. */
export const isSaveUnderWay = ({ state }: Pick<OutboxSave, 'state'>): boolean =>
  state === 'sending' || state === 'waiting'

// Of what is done; what was refused stays until somebody has dealt with it.
const MAX_DONE = 5
// A tab that is there touches its own more often.
const LEFT_MS = 30_000

export function createOutbox(kept: ListedKept | null, place: string, tab: string, now = Date.now): Outbox {
  const entry = (key: string) => keptValue<OutboxSave>(kept, `${place}.${key}`)
  const isOurs = (one: OutboxSave): boolean => one.tab === tab || now() - one.touched_ms > LEFT_MS
  let list: readonly OutboxSave[] = (kept?.keys() ?? [])
    .filter((name) => name.startsWith(`${place}.`))
    .flatMap((name) => entry(name.slice(place.length + 1)).read() ?? [])
    .filter(isOurs)
    .map((one) => ({ ...one, tab, next_ms: 0 }))
    .sort((one, other) => one.at_ms - other.at_ms)
  const watchers = new Set<() => void>()
  const set = (next: readonly OutboxSave[]): void => {
    const done = next.filter(({ state }) => state === 'saved' || state === 'asked')
    const gone = new Set(done.slice(0, Math.max(0, done.length - MAX_DONE)).map(({ key }) => key))
    const left = next.filter(({ key }) => !gone.has(key))
    const before = new Map(list.map((one) => [one.key, one]))
    for (const one of left) {
      if (before.get(one.key) !== one) entry(one.key).write(one)
      before.delete(one.key)
    }
    for (const key of before.keys()) entry(key).write(null)
    list = left
    for (const changed of watchers) changed()
  }
  const fresh = { at_ms: 0, touched_ms: 0, tries: 0, next_ms: 0, saved: null, isTold: false, refused: null, tab }
  return {
    get: () => list,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    post: (sending) =>
      set([
        ...list.filter(({ key }) => key !== sending.key),
        { ...fresh, ...sending, state: 'sending', at_ms: now(), touched_ms: now() },
      ]),
    ended: (sending) =>
      set([
        ...list,
        {
          ...fresh,
          ...sending,
          after: 'none',
          input: null,
          call: null,
          state: 'asked',
          at_ms: now(),
          touched_ms: now(),
        },
      ]),
    change: (key, change) => set(list.map((one) => (one.key === key ? { ...one, ...change, touched_ms: now() } : one))),
    drop: (key) => set(list.filter((one) => one.key !== key)),
  }
}

const known = new Map<number, Outbox>()

/** The one of an operator in this tab. */
export function outboxOf(id_actor: number): Outbox {
  const one =
    known.get(id_actor) ?? createOutbox(listedStorage('localStorage'), `toolrides_v5.outbox.${id_actor}`, tabName())
  known.set(id_actor, one)
  return one
}

export function useOutbox(id_actor: number): readonly OutboxSave[] {
  const outbox = outboxOf(id_actor)
  return useSyncExternalStore(outbox.subscribe, outbox.get)
}

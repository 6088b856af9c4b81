import type { Json } from '../../model/json'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'
const PAUSE_MS = 300

/** Whose draft it is, and of what. */
export interface DraftOf {
  /** Names the user and the record; it changes with the shape of the draft. Null: somebody else keeps it. */
  readonly key: string | null
  /** Of the edited record, null for a new one: a draft of another version is not restored. */
  readonly version: Json
}

interface DraftKeeper<Values> {
  /** The draft that was kept; null: none. */
  readonly read: () => Values | null
  /** Keeps the result of `values` once typing rests; null: the kept draft is removed. */
  readonly keep: (values: () => Values | null) => void
  /** Stops keeping what is typed; what is kept already stays. */
  readonly stop: () => void
  /** Keeps at once what waits for typing to rest: the form goes, and its draft stays. */
  readonly flush: () => void
  readonly forget: () => void
}

/** Keeps a form's draft in this tab until it is saved or discarded. */
export function createDraftKeeper<Values>({ key, version }: DraftOf): DraftKeeper<Values> {
  if (key === null)
    return {
      read: () => null,
      keep: () => undefined,
      stop: () => undefined,
      flush: () => undefined,
      forget: () => undefined,
    }
  const place = PREFIX + key
  let waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly put: () => void } | undefined
  const stop = (): void => {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }
  const forget = (): void => {
    stop()
    try {
      sessionStorage.removeItem(place)
    } catch {
      /* As below. */
    }
  }
  return {
    stop,
    forget,
    flush: () => waiting?.put(),
    read() {
      try {
        const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as { version: Json; values: Values } | null
        return kept && kept.version === version ? kept.values : null
      } catch {
        return null
      }
    },
    keep(values) {
      stop()
      const put = (): void => {
        stop()
        const now = values()
        if (now === null) return forget()
        try {
          sessionStorage.setItem(place, JSON.stringify({ version, values: now }))
        } catch {
          /* A full or refused storage keeps no draft. */
        }
      }
      waiting = { timer: setTimeout(put, PAUSE_MS), put }
    },
  }
}

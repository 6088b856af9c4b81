import type { Json } from '../../model/json'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'
const PAUSE_MS = 300

/** Whose draft it is, and of what. */
export interface DraftOf {
  /** Of the person and the record; of another shape of the draft another one. */
  readonly key: string
  /** Of the record that is changed, null for a new one: what was typed over another version is not brought back. */
  readonly version: Json
}

interface DraftKeeper<Values> {
  /** What was kept; null: nothing. */
  readonly read: () => Values | null
  /** Keeps what `values` gives once typing rests; null: nothing is kept any more. */
  readonly keep: (values: () => Values | null) => void
  /** What is being typed is not kept any more, what is kept stays. */
  readonly stop: () => void
  readonly forget: () => void
}

/** Keeps what was typed in a form of this tab until it is saved, or given up. */
export function createDraftKeeper<Values>({ key, version }: DraftOf): DraftKeeper<Values> {
  const place = PREFIX + key
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(waiting)
  const forget = (): void => {
    stop()
    try { sessionStorage.removeItem(place) } catch { /* As below. */ }
  }
  return {
    stop, forget,
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
      waiting = setTimeout(() => {
        const now = values()
        if (now === null) return forget()
        try { sessionStorage.setItem(place, JSON.stringify({ version, values: now })) } catch { /* A full or refused storage keeps no draft. */ }
      }, PAUSE_MS)
    },
  }
}

import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../model/json'
import { randomKey } from '../session/random-key'

/** Where a form is opened again. */
interface FormPlace {
  readonly pathname: string
  readonly search: string
  readonly state: unknown
}

/** What became of one record of several that were typed one after the other. */
export interface SavedLine {
  readonly key: string
  readonly name: string
  /** The page of the saved record; null: it has none, or it was not saved. */
  readonly href: string | null
  /** Why it was not saved, and what was typed, until it is saved or dismissed. */
  readonly refused: { readonly message: string; readonly place: FormPlace; readonly values: JsonObject } | null
}

interface SavedLines {
  readonly lines: readonly SavedLine[]
  add(line: Omit<SavedLine, 'key'>): void
  drop(key: string): void
  /** Those that are saved have been read. */
  clear(): void
}

const LinesContext = createContext<SavedLines>({
  lines: [],
  add: () => undefined,
  drop: () => undefined,
  clear: () => undefined,
})
export const useSavedLines = (): SavedLines => useContext(LinesContext)

const SavedLinesBar = lazy(async () => ({ default: (await import('./SavedLinesBar')).SavedLinesBar }))

/** Keeps the lines while pages and forms come and go. */
export function SavedLinesProvider({ children }: { children: ReactNode }) {
  const [lines, setLines] = useState<readonly SavedLine[]>([])
  const [actions] = useState(() => ({
    add: (line: Omit<SavedLine, 'key'>) => setLines((now) => [...now, { ...line, key: randomKey() }]),
    drop: (key: string) => setLines((now) => now.filter((one) => one.key !== key)),
    clear: () => setLines((now) => now.filter(({ refused }) => refused !== null)),
  }))
  return (
    <LinesContext.Provider value={{ lines, ...actions }}>
      {children}
      {lines.length > 0 && (
        <Suspense fallback={null}>
          <SavedLinesBar />
        </Suspense>
      )}
    </LinesContext.Provider>
  )
}

import { createContext, useContext, useEffect, useId, useMemo, type ReactNode } from 'react'

interface Titles {
  set(id: string, text: string, depth: number): void
  drop(id: string): void
  /** Stands before the title of whatever page is shown; null: nothing. */
  mark(text: string | null): void
}

const TitlesContext = createContext<Titles | null>(null)

/** Keeps the window's title: the innermost page's, then the brand. */
export function PageTitleProvider({ brand, children }: { brand: string; children: ReactNode }) {
  const titles = useMemo(() => titlesOf(brand), [brand])
  return <TitlesContext.Provider value={titles}>{children}</TitlesContext.Provider>
}

function titlesOf(brand: string): Titles {
  const held = new Map<string, { readonly text: string; readonly depth: number }>()
  let marked: string | null = null
  const show = (): void => {
    const inner = [...held.values()].sort((a, b) => b.depth - a.depth)[0]
    document.title = [marked, inner?.text, brand].filter(Boolean).join(' · ')
  }
  return {
    set(id, text, depth) {
      held.set(id, { text, depth })
      show()
    },
    drop(id) {
      held.delete(id)
      show()
    },
    mark(text) {
      marked = text
      show()
    },
  }
}

/** Puts a mark in front of the title of every page, for what must be seen even in a background tab. */
export function useTitleMark(text: string | null): void {
  const titles = useContext(TitlesContext)
  useEffect(() => {
    if (!titles || text === null) return undefined
    titles.mark(text)
    return () => titles.mark(null)
  }, [titles, text])
}

/** Puts a page's title into the window's while it is mounted; `depth` 0 is the route's, 1 the record's within it. */
export function usePageTitle(text: string, depth = 1): void {
  const titles = useContext(TitlesContext)
  const id = useId()
  useEffect(() => {
    if (!text || !titles) return undefined
    titles.set(id, text, depth)
    return () => titles.drop(id)
  }, [titles, id, text, depth])
}

// Kept per tab, unlike `storage`: two tabs may wait at the login for two pages.
const KEY = 'toolrides_v5.return'

/** The page that a log-in should lead back to. */
interface Return {
  readonly path: string
  /** What the page keeps in the history: the page behind a dialog, the record that a new one begins like. */
  readonly state: unknown
  /** Whose session ended there; null: whoever logs in may see it. */
  readonly id: number | null
}

/** Remembers the page that a log-in should lead back to. */
export function rememberPath(path: string, state: unknown = null, id: number | null = null): void {
  if (path !== '/' && !path.startsWith('/login'))
    sessionStorage.setItem(KEY, JSON.stringify({ path, state, id } satisfies Return))
}

function remembered(): Return | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Return | null
  } catch {
    return null
  }
}

/** The page to go to after a log-in, read without forgetting it. @param id who has logged in */
export function rememberedPath(id: number | null = null): string | null {
  const found = remembered()
  return found && (id === null || found.id === null || found.id === id) ? found.path : null
}

/** What that page kept in the history. */
export const rememberedState = (): unknown => remembered()?.state ?? null

export const forgetPath = (): void => sessionStorage.removeItem(KEY)

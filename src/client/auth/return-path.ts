// Kept per tab, unlike `storage`: two tabs may wait at the login for two pages.
const KEY = 'toolrides_v5.return'

/** Remembers the page that a log-in should lead back to. */
export function rememberPath(path: string): void {
  if (path !== '/' && !path.startsWith('/login')) sessionStorage.setItem(KEY, path)
}

/** The page to go to after a log-in, read without forgetting it. */
export const rememberedPath = (): string | null => sessionStorage.getItem(KEY)

export const forgetPath = (): void => sessionStorage.removeItem(KEY)

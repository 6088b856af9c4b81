import { storage } from '../app/storage'

/** One account this browser is logged in with (spec §3: stored accounts). */
export interface Account {
  readonly id: number
  readonly name: string
  readonly surname: string
  readonly token: string
}

/** Who is logged in here: which accounts are kept, which one is in use, and why the last session ended. */
export interface Session {
  token(): string | null
  accounts(): readonly Account[]
  /** `expired` after the server refused the token, until the next log-in. */
  ended(): 'left' | 'expired' | null
  begin(account: Account): void
  /** Forgets an account; nothing happens when the session has moved on to another token. */
  end(token: string, why: 'left' | 'expired'): void
  subscribe(listener: () => void): () => void
}

/** The session over the browser's storage, so that all tabs agree. */
export function createSession(): Session {
  const listeners = new Set<() => void>()
  let ended: ReturnType<Session['ended']> = null
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  const token = (): string | null => {
    const kept = storage.read('token')
    return typeof kept === 'string' ? kept : null
  }
  const accounts = (): readonly Account[] => {
    const kept = storage.read('accounts')
    return Array.isArray(kept) ? (kept as Account[]) : []
  }
  storage.watch((key) => {
    if (key === 'token') publish()
  })
  return {
    token,
    accounts,
    ended: () => ended,
    begin(account) {
      storage.write('accounts', [...accounts().filter((one) => one.id !== account.id), account])
      storage.write('token', account.token)
      ended = null
      publish()
    },
    end(dead, why) {
      storage.write('accounts', accounts().filter((one) => one.token !== dead))
      if (token() !== dead) return
      storage.write('token', undefined)
      ended = why
      publish()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

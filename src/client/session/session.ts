import { storage } from './storage'

/** One account this browser is logged in with (spec §3: stored accounts). */
export interface StoredAccount {
  readonly id: number
  readonly name: string
  readonly surname: string
  readonly token: string
}

export const shownName = ({ name, surname }: Pick<StoredAccount, 'name' | 'surname'>): string =>
  [name, surname].filter(Boolean).join(' ')

/** Who is logged in here: which accounts are kept, which one is in use, and why the last session ended. */
export interface BrowserSession {
  token(): string | null
  accounts(): readonly StoredAccount[]
  /** `expired` after the server refused the token, until the next log-in. */
  ended(): 'left' | 'expired' | null
  /** Whose session ended last; null: nobody's, or it was not kept. */
  endedOf(): number | null
  begin(account: StoredAccount): void
  /** Views as somebody else; the session in use is kept aside and comes back when that one ends. */
  beginAs(token: string): void
  switchTo(account: StoredAccount): void
  /** Forgets an account; the session in use ends only when it is the one with this token. */
  end(token: string, why: 'left' | 'expired'): void
  subscribe(listener: () => void): () => void
}

/**
 * The session over the browser's storage, so that all tabs agree.
 * @param onOther another tab has switched to another account, whose data this tab does not show
 */
export function createSession(onOther: () => void = () => {}): BrowserSession {
  const listeners = new Set<() => void>()
  let ended: ReturnType<BrowserSession['ended']> = null
  let endedOf: number | null = null
  const textOf = (key: string): string | null => {
    const kept = storage.read(key)
    return typeof kept === 'string' ? kept : null
  }
  const token = (): string | null => textOf('token')
  let seen = token()
  const publish = (): void => {
    seen = token()
    for (const listener of listeners) listener()
  }
  const use = (next: string | null, own: string | null): void => {
    // The session to come back to is written first: a tab that sees the new token must know whose it is.
    storage.write('own', own ?? undefined)
    storage.write('token', next ?? undefined)
  }
  const accounts = (): readonly StoredAccount[] => {
    const kept = storage.read('accounts')
    return Array.isArray(kept) ? (kept as StoredAccount[]) : []
  }
  storage.watch((key) => {
    if (key !== 'token') return
    const moved = seen !== null && token() !== null && token() !== seen
    publish()
    if (moved) onOther()
  })
  return {
    token,
    accounts,
    ended: () => ended,
    endedOf: () => endedOf,
    begin(account) {
      storage.write('accounts', [...accounts().filter((one) => one.id !== account.id), account])
      use(account.token, null)
      ended = null
      publish()
    },
    beginAs(next) {
      use(next, token())
      publish()
    },
    switchTo(account) {
      use(account.token, null)
      ended = null
      publish()
    },
    end(dead, why) {
      endedOf = accounts().find(({ token: kept }) => kept === dead)?.id ?? null
      storage.write(
        'accounts',
        accounts().filter((one) => one.token !== dead),
      )
      const own = textOf('own')
      if (own === dead) storage.write('own', undefined)
      if (token() !== dead) return
      use(own, null)
      ended = own === null ? why : null
      publish()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Where a browser keeps a text: `localStorage`, `sessionStorage`, or a substitute. */
export interface Kept {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** A value that is kept as JSON; what cannot be kept lasts until the page is left. */
export function keptValue<Value>(kept: Kept | null, key: string) {
  return {
    read(): Value | null {
      try {
        return JSON.parse(kept?.getItem(key) ?? 'null') as Value | null
      } catch {
        return null
      }
    },
    write(value: Value | null): void {
      try {
        if (value === null) kept?.removeItem(key)
        else kept?.setItem(key, JSON.stringify(value))
      } catch {
        // A full or refused storage.
      }
    },
  }
}

/** A storage of this browser; null where it is refused. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}

/** A storage that says what it has. */
export interface ListedKept extends Kept {
  keys(): readonly string[]
}

export function listedStorage(kind: 'localStorage' | 'sessionStorage'): ListedKept | null {
  const storage = storageOf(kind)
  return (
    storage && {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
    }
  )
}

const TAB = 'toolrides_v5.tab'

/** Names this tab, also after a reload. */
export function tabName(): string {
  const value = keptValue<string>(storageOf('sessionStorage'), TAB)
  const name = value.read() ?? `${Date.now()}-${Math.random()}`
  value.write(name)
  return name
}

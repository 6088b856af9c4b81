/** Where a browser keeps a text: `localStorage`, `sessionStorage`, or a substitute. */
export interface Kept { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void }

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

// Spec §9.
const PREFIX = 'toolrides_v5'

/**
 * What this browser keeps, as JSON under the console's prefix; in memory where storage is refused (private windows).
 */
export const storage = {
  read(key: string): unknown {
    const text = backing().getItem(`${PREFIX}.${key}`)
    try {
      return text === null ? undefined : JSON.parse(text)
    } catch {
      return undefined
    }
  },
  write(key: string, value: unknown): void {
    if (value === undefined) backing().removeItem(`${PREFIX}.${key}`)
    else backing().setItem(`${PREFIX}.${key}`, JSON.stringify(value))
  },
  keys(): string[] {
    return Object.keys(backing()).flatMap((key) => (key.startsWith(`${PREFIX}.`) ? [key.slice(PREFIX.length + 1)] : []))
  },
  /** Calls back with the key that another tab changed. */
  watch(listener: (key: string) => void): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key?.startsWith(`${PREFIX}.`)) listener(event.key.slice(PREFIX.length + 1))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}

let chosen: Storage | null = null

function backing(): Storage {
  chosen ??= usableStorage() ?? memoryStorage()
  return chosen
}

function usableStorage(): Storage | null {
  try {
    window.localStorage.setItem(`${PREFIX}.probe`, '1')
    window.localStorage.removeItem(`${PREFIX}.probe`)
    return window.localStorage
  } catch {
    return null
  }
}

function memoryStorage(): Storage {
  const values: { [key: string]: string } = {}
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  }
  return new Proxy(values, {
    get: (target, key) => (key in methods ? methods[key as keyof typeof methods] : target[String(key)]),
  }) as unknown as Storage
}

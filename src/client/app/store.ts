import type { Store } from 'react-admin'
import { storage } from './storage'

// What belongs to one user's work and goes with the session; columns, page sizes, theme and language stay with the browser.
const OF_THE_SESSION = /\.(listParams|selectedIds|datagrid\.expanded)$/

/** react-admin's store under the console's own storage prefix, alike in all tabs. */
export function createStore(): Store {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const publish = (key: string): void => {
    const value = storage.read(key)
    for (const listener of listeners.get(key) ?? []) listener(value)
  }
  const remove = (keys: string[]): void => {
    for (const key of keys) {
      storage.write(key, undefined)
      publish(key)
    }
  }
  let unwatch = (): void => {}
  return {
    setup: () => void (unwatch = storage.watch(publish)),
    teardown: () => unwatch(),
    getItem: <T>(key: string, otherwise?: T) => (storage.read(key) as T | undefined) ?? otherwise,
    setItem(key, value) {
      storage.write(key, value)
      publish(key)
    },
    removeItem: (key) => remove([key]),
    removeItems: (prefix) => remove(storage.keys().filter((key) => key.startsWith(prefix))),
    reset: () => remove(storage.keys().filter((key) => OF_THE_SESSION.test(key))),
    subscribe(key, callback) {
      const here = listeners.get(key) ?? new Set()
      listeners.set(key, here.add(callback))
      return () => void here.delete(callback)
    },
    listItems: (prefix = '') =>
      Object.fromEntries(storage.keys().filter((key) => key.startsWith(prefix)).map((key) => [key, storage.read(key)])),
  }
}

import { createContext, useContext, useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createKeyRegistry, type KeyRegistry } from './key-registry'

/** One key of a page; `?` lists what it does. */
export interface Key {
  /** As `KeyboardEvent.key` has it, in lower case: `n`, `/`, `enter`, `escape`, `arrowdown`; `ctrl+s` also means ⌘S. */
  readonly keys: string
  /** What it does, in the user's language. */
  readonly label: string
  readonly run: () => void
  /** False: disabled now (and not listed). */
  readonly active?: boolean
}

const RegistryContext = createContext<KeyRegistry | null>(null)
const LayerContext = createContext('page')

function useRegistry(): KeyRegistry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('Keys are declared outside <KeysProvider>.')
  return registry
}

/** Listens once for the whole console. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createKeyRegistry)
  useEffect(() => registry.listen(window), [registry])
  return <RegistryContext.Provider value={registry}>{children}</RegistryContext.Provider>
}

/** Around a dialog's content: while it is mounted its keys are the only ones. */
export function KeyLayer({ children }: { children: ReactNode }) {
  const registry = useRegistry()
  const id = useId()
  useEffect(() => registry.openLayer(id), [registry, id])
  return <LayerContext.Provider value={id}>{children}</LayerContext.Provider>
}

/**
 * Declares the keys of a page or dialog while the component is mounted; the latest declaration of a key wins.
 * Plain keys are quiet while a field has the focus or a menu is open; `ctrl+…` and `escape` are not quiet in a field.
 */
export function useKeys(keys: readonly Key[]): void {
  const registry = useRegistry()
  const layer = useContext(LayerContext)
  const latest = useRef(keys)
  useEffect(() => registry.add(layer, () => latest.current), [registry, layer])
  useEffect(() => {
    latest.current = keys
    registry.relist()
  })
}

/** The keys that work now, latest declared first. */
export function useActiveKeys(): readonly Key[] {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.pageKeys)
}

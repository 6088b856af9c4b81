import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { HeldKeys } from './ahead/hold'
import { roomOf, whenFocused } from './ahead/when-focused'
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
  /** It opens something that takes keys: those pressed before that is there wait for it. */
  readonly opens?: boolean
}

const RegistryContext = createContext<KeyRegistry | null>(null)
/** Whose keys are declared: the page's, a dialog's, or those of what stands above both. */
export const LayerContext = createContext('page')

function useRegistry(): KeyRegistry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('useKeys needs a <KeysProvider> around it.')
  return registry
}

/** Listens once for the whole console. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createKeyRegistry)
  useEffect(() => registry.listen(window), [registry])
  return (
    <RegistryContext.Provider value={registry}>
      {children}
      <Waiting held={registry.held} />
    </RegistryContext.Provider>
  )
}

const HeldKeysSign = lazy(async () => ({ default: (await import('./ahead/HeldKeysSign')).HeldKeysSign }))

function Waiting({ held }: { held: HeldKeys }) {
  const count = useSyncExternalStore(held.subscribe, () => held.waiting() + held.dropped())
  return (
    count > 0 && (
      <Suspense fallback={null}>
        <HeldKeysSign held={held} />
      </Suspense>
    )
  )
}

/** Holds back pressed keys while something opens or is saved. */
export const useHeldKeys = (): HeldKeys => useRegistry().held

/** How long a dialog may take to give its first field the focus. */
const FOCUS_MS = 1_000

/**
 * Around a dialog's content: while it is mounted its keys are the only ones.
 * @param late the content loads later and calls `held.arrive()` when it can take keys
 * @param question it opens by itself, so keys typed before are not for it
 */
export function KeyLayer({
  late = false,
  question = false,
  children,
}: {
  late?: boolean
  question?: boolean
  children: ReactNode
}) {
  const registry = useRegistry()
  const id = useId()
  useEffect(() => registry.openLayer(id), [registry, id])
  useEffect(() => {
    const { held } = registry
    // Over a save that goes on, as the question for a password: what was typed is not for it.
    if (question || held.why() === 'saving') held.interrupt()
    return held.why() === 'opening' && !late
      ? whenFocused(
          () => roomOf(null),
          () => held.arrive(),
          FOCUS_MS,
        )
      : undefined
  }, [registry, late, question])
  return <LayerContext.Provider value={id}>{children}</LayerContext.Provider>
}

/**
 * Declares the keys of a page or dialog while the component is mounted; the latest declaration of a key wins. Plain
 * keys are quiet while a field has the focus or a menu is open; `ctrl+…` and `escape` are not quiet in a field.
 */
export function useKeys(keys: readonly Key[]): void {
  const registry = useRegistry()
  const layer = useContext(LayerContext)
  const latest = useRef(keys)
  // Before the browser paints: a key that is pressed once the page is seen would be lost.
  useLayoutEffect(() => registry.add(layer, () => latest.current), [registry, layer])
  // With what is drawn, and not a moment later: a key pressed in between would do what it did before.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => registry.relist())
}

/** The keys that work now, latest declared first. */
export function useActiveKeys(): readonly Key[] {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.pageKeys)
}

import { useCallback, useSyncExternalStore } from 'react'
import { useConsole, useProvider } from '#engine/client'
import type { DeskLayout } from '../../model/desk-layout-calls'
import { deskLayoutOf } from './desk-layout'

/** How the person at this desk has set it up. */
export function useDeskLayout(): readonly [layout: DeskLayout, change: (part: DeskLayout) => void] {
  const { actor } = useConsole()
  const provider = useProvider()
  const store = deskLayoutOf(provider, actor.id)
  return [useSyncExternalStore(store.subscribe, store.get), store.change]
}

/** A switch of the board, off at first. */
export function useKeptSwitch(
  key: 'destinations' | 'offline' | 'zones' | 'leaves',
): readonly [on: boolean, turn: (on: boolean) => void] {
  const [layout, change] = useDeskLayout()
  return [layout[key] === true, useCallback((next: boolean) => change({ [key]: next }), [change, key])]
}

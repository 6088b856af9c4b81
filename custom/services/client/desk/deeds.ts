import { useSyncExternalStore } from 'react'
import type { DispatcherService } from '../../model/dispatcher-service'
import { RIDE_UNDO_S } from '../../model/undo-call'

/** What an operator did to a ride, until it is put away: for some seconds it can be undone. */
export interface DeskDeed {
  readonly key: string
  readonly kind: 'assign' | 'unassign' | 'cancel' | 'hand_over'
  readonly id_service: number
  /** As it left the ride. */
  readonly version: number
  /** Who has it now; of other deeds, the client. */
  readonly who: string
  readonly at_ms: number
  readonly state: 'done' | 'undoing' | 'undone' | 'refused'
  /** Why it was not undone, or what else there is to know. */
  readonly why: string
}

interface Deeds {
  readonly get: () => readonly DeskDeed[]
  readonly subscribe: (changed: () => void) => () => void
  readonly note: (kind: DeskDeed['kind'], item: DispatcherService) => void
  readonly change: (key: string, change: Partial<DeskDeed>) => void
  readonly drop: (key: string) => void
}

const MAX_DEEDS = 5

function createDeeds(now = Date.now): Deeds {
  let list: readonly DeskDeed[] = []
  const watchers = new Set<() => void>()
  const set = (next: readonly DeskDeed[]): void => {
    list = next.slice(-MAX_DEEDS)
    for (const changed of watchers) changed()
  }
  return {
    get: () => list,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    // A ride's last deed is the one that can be undone.
    note: (kind, item) =>
      set([
        ...list.filter(({ id_service, state }) => id_service !== item.id || state !== 'done'),
        {
          key: `${item.id}.${item.version}`,
          kind,
          id_service: item.id,
          version: item.version,
          who: nameIn(kind, item),
          at_ms: now(),
          state: 'done',
          why: '',
        },
      ]),
    change: (key, change) => set(list.map((one) => (one.key === key ? { ...one, ...change } : one))),
    drop: (key) => set(list.filter((one) => one.key !== key)),
  }
}

const nameIn = (kind: DeskDeed['kind'], { dr_name, dr_surname, cl_name, cl_surname }: DispatcherService): string =>
  (kind === 'assign' ? [dr_name, dr_surname] : [cl_name, cl_surname]).filter(Boolean).join(' ')

/** How many seconds are left to undo it; 0: none. The present may be an earlier one, before the count began. */
export const secondsLeft = ({ state, at_ms }: Pick<DeskDeed, 'state' | 'at_ms'>, now_ms: number): number =>
  state === 'done' ? Math.min(RIDE_UNDO_S, Math.max(0, Math.ceil(RIDE_UNDO_S - (now_ms - at_ms) / 1000))) : 0

const known = new Map<number, Deeds>()

/** Those of an operator in this tab. */
export function deedsOf(id_actor: number): Deeds {
  const one = known.get(id_actor) ?? createDeeds()
  known.set(id_actor, one)
  return one
}

export function useDeeds(id_actor: number): readonly DeskDeed[] {
  const deeds = deedsOf(id_actor)
  return useSyncExternalStore(deeds.subscribe, deeds.get)
}

import { useShell } from './shell-context'
import { useFailure } from '../../ui/failure'
import { destinations, type Destination } from './navigation'

/** The user's favourites: a change is shown at once and undone when the server refuses. */
export function useShortcuts(): {
  all: readonly Destination[]
  favourites: readonly Destination[]
  toggle: (id: string) => Promise<void>
} {
  const { verified, menu, calls, patchData } = useShell()
  const fail = useFailure()
  const all = destinations(menu)
  const kept = verified.user.data['shortcuts']
  const ids = Array.isArray(kept) ? kept.map(String) : []
  const toggle = async (id: string): Promise<void> => {
    const wanted = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
    patchData({ shortcuts: wanted })
    // Spec §5: a profile is written only for users with a role.
    if (verified.user.role.length === 0) return
    try {
      await calls.keepShortcuts(wanted)
    } catch (error) {
      patchData({ shortcuts: ids })
      fail(error)
    }
  }
  return { all, favourites: ids.flatMap((id) => all.filter((one) => one.id === id)), toggle }
}

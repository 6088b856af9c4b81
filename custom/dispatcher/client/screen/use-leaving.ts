import { useMemo } from 'react'
import { useEvent } from 'react-admin'
import { maySee } from '#engine/model'
import { useConsole } from '#engine/client'
import type { ServiceFormProps, TripStore } from '../../../services/client'
import { enquiriesOf } from '../../../services/client/public'
import { useKeptSwitch } from '../layout/use-desk-layout'

interface Leaving {
  /** Of an operator; others leave. */
  readonly switch: ServiceFormProps['leaving']
  /** What was begun is over for whoever leaves then: they have not begun the next call. */
  readonly mayLeave: () => boolean
}

/**
 * Whether the board is left once a ride is saved or cancelled (spec 1 §2). An operator takes the next call there, and
 * chooses to leave; whoever is at the next call stays in any case.
 */
export function useLeaving(staff: boolean, trip: TripStore): Leaving {
  const { actor } = useConsole()
  const [on, turn] = useKeptSwitch('leaves')
  const mayChoose = staff && maySee(actor, { module: 'actives' })
  const isBegun = (): boolean =>
    trip.get().stops.some(({ point }) => point !== null) || (staff && enquiriesOf(actor.id).isTyped())
  return {
    switch: useMemo(() => (mayChoose ? { on, turn } : undefined), [mayChoose, on, turn]),
    mayLeave: useEvent(() => (!staff || (mayChoose && on)) && !isBegun()),
  }
}

import type { ReactNode } from 'react'
import { useConfirm, useSay } from '#engine/ui'
import type { DispatcherService } from '../../../services/model'
import type { RequestVerbs } from '../request/use-request-verbs'

interface Taker {
  readonly id: number
  readonly plate: string
  readonly driver: string
}
export interface Holder {
  readonly id: number
  readonly name: string
}

/**
 * Gives a ride to a vehicle's driver after asking whether that is meant, and who is taken off for it.
 * @returns resolves to whether it was done; and the dialog to put into the page
 */
export function useAskedAssign(
  verbs: RequestVerbs,
): readonly [assign: (to: Taker, holder: Holder | null) => Promise<boolean>, question: ReactNode] {
  const say = useSay()
  const [confirm, question] = useConfirm()
  const assign = async ({ id, plate, driver }: Taker, holder: Holder | null): Promise<boolean> => {
    const sure = await confirm({
      title: say('dispatcher.find.assign_title', { driver }),
      text:
        holder === null
          ? say('dispatcher.find.assign_text', { plate })
          : say('dispatcher.find.replace_text', { plate, before: holder.name }),
      accept: say('dispatcher.find.assign'),
    })
    return sure && verbs.assign(id, holder?.id ?? null)
  }
  return [assign, question]
}

/** Who has a ride now, null while nobody has. */
export function holderOf(
  ride: Pick<DispatcherService, 'id_driver' | 'dr_name' | 'dr_surname'> | undefined,
): Holder | null {
  return ride?.id_driver
    ? { id: ride.id_driver, name: [ride.dr_name, ride.dr_surname].filter(Boolean).join(' ') }
    : null
}

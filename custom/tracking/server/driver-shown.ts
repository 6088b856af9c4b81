import type { Json } from '#engine/model'
import type { CallContext } from '#engine/server'

interface Driver {
  /** Of the ride. */
  readonly id: number
  readonly name: string | null
  readonly surname: string | null
  readonly phone: string | null
  readonly pic: Json | undefined
}

interface Shown {
  readonly name: string
  readonly surname: string | null
  readonly phone: string | null
  readonly pic: string | null
}

/**
 * The driver as those see them who wait at the kerb: a first name, a face and a number to ring; null: nobody has the
 * ride.
 */
export async function driverShown(
  context: Pick<CallContext, 'picture' | 'settings'>,
  { id, name, surname, phone, pic }: Driver,
): Promise<Shown | null> {
  if (name === null) return null
  const [initial] = [...(surname ?? '').trim()]
  return {
    name,
    surname: initial === undefined ? null : `${initial}.`,
    phone: numberToRing(context, id, phone),
    pic: await context.picture(pic),
  }
}

/**
 * A house with an exchange gives its number, and the ride's after two pauses: the exchange connects both, and neither
 * learns the other's number.
 */
function numberToRing({ settings }: Pick<CallContext, 'settings'>, id: number, phone: string | null): string | null {
  const masked = settings['masked_call_number']
  if (typeof masked !== 'string' || masked.trim() === '') return phone
  return phone === null ? null : `${masked.trim()},,${id}`
}

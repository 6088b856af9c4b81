import { ICON_NAMES, isIconName } from '../icon-names'
import type { Json } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'

/** Reports M039 for an icon that the console does not ship: it would be drawn as a circle. */
export function checkIcon(icon: Json | undefined, place: ErrorPlace): void {
  if (typeof icon !== 'string' || isIconName(icon)) return
  place.error('M039', `no icon "${icon}".${didYouMean(icon, ICON_NAMES) || ' Choose one of src/model/icon-names.ts.'}`)
}

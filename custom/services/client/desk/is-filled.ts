import { emptyDraft, type ServiceDraft } from '../form/draft'
import { isSaid } from '../form/stops'

/** Whether a form has anything of a caller's own beside who they are: where, when, how, notes. */
export function isFilled(draft: ServiceDraft): boolean {
  const empty = emptyDraft()
  const { stops, custom_fields, when, dates_by_hand } = draft
  if (stops.some(isSaid) || when !== empty.when || dates_by_hand) return true
  if (Object.values(custom_fields).some((value) => value !== null && value !== '')) return true
  return OWN.some((name) => draft[name] !== empty[name])
}

const OWN = [
  'invited',
  'invited_name',
  'invited_phone',
  'promotion',
  'capacity',
  'is_return',
  'price',
  'notes',
  'id_vehicle',
  'group',
  'date_return',
] as const

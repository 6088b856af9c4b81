import type { AfterSaving, FormSubject } from '../service-form'
import type { ServiceDraft } from './draft'

/** Nobody is asked for it yet, or no driver remains. */
const IDLE: readonly string[] = ['created', 'scheduled', 'unassigned']

interface Form {
  readonly subject: FormSubject
  readonly data: { readonly may: { readonly request: boolean }; readonly item: { readonly state: string } | null }
  readonly draft: Pick<ServiceDraft, 'when' | 'id_vehicle'>
}

/**
 * The modes in which a form can be saved, the usual one first: a new service for now looks for a driver, or asks the
 * chosen one.
 */
export function savingModes({ subject, data, draft }: Form): readonly [AfterSaving, ...AfterSaving[]] {
  if (!data.may.request) return ['none']
  if (draft.when === 'booking') return ['none', 'clone']
  if (subject.kind === 'edit')
    return IDLE.includes(data.item?.state ?? '') ? ['none', 'search', 'clone'] : ['none', 'clone']
  return draft.id_vehicle === null ? ['search', 'none', 'clone'] : ['request', 'search', 'none', 'clone']
}

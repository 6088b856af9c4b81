import { type Saving, useProvider, useSaving } from '#engine/client'
import { createCall, formCall } from '../../model/form-calls'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving, SavedService } from '../service-form'
import type { ServiceFormData } from './use-form-data'

export interface ServiceSaving extends Omit<Saving<SavedService, ServiceFormData>, 'save'> {
  readonly save: (input: ServiceInput, after: AfterSaving) => void
}

/** Saves a service. @param onSaved called in an effect, once the guard of the form has let go */
export function useServiceSaving(onSaved: (saved: SavedService) => void): ServiceSaving {
  const provider = useProvider()
  const saving = useSaving<SavedService, ServiceFormData>(onSaved)
  return {
    ...saving,
    save(input, after) {
      const { id } = input
      const send = async (): Promise<SavedService> => {
        const { id: saved, ids, item } = await provider.call(createCall, input)
        return { id: saved, ids, item, after, isEdit: Boolean(id) }
      }
      saving.save(
        send,
        id
          ? async () => {
              const { item, ...rest } = await provider.call(formCall, { id })
              return item && { ...rest, item }
            }
          : undefined,
      )
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useProvider } from '../../app/provider'
import type { JsonObject } from '../../../model/json'
import type { Identifier } from 'react-admin'

/**
 * The record of a form as the server has it now, or the defaults of a new one. Read anew each time the form is opened, and not again
 * while it is: what is being edited must not change under the hands.
 */
export function useFormItem(resource: string, id: Identifier | null) {
  const provider = useProvider()
  return useQuery<JsonObject, Error>({
    queryKey: [resource, 'form', id],
    queryFn: async () => (await provider.form(resource, id === null ? undefined : idOf(id))).item,
    gcTime: 0,
    staleTime: Infinity,
    // What was read before (a form of it was closed a moment ago, perhaps saved) is not what it is now.
    refetchOnMount: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

// A path has the id as a text; the wire wants the number it was.
const idOf = (id: Identifier): Identifier => (/^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : id)

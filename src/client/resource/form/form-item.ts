import { useQuery } from '@tanstack/react-query'
import { useProvider } from '../../console/provider'
import type { JsonObject } from '../../../model/json'
import type { Identifier } from 'react-admin'

/**
 * The record of a form as the server has it now, or the beginning of a new one: defaults, or a copy of another record.
 * Read each time the form is opened, and not again while it is open: values must not change while the user edits them.
 * @param round counts the new records that are made one after the other
 */
export function useFormItem(resource: string, id: Identifier | null, copy: Identifier | null = null, round = 0) {
  const provider = useProvider()
  return useQuery<JsonObject, Error>({
    queryKey: [resource, 'form', id, copy, round],
    queryFn: async () =>
      (
        await (id === null && copy !== null
          ? provider.duplicate(resource, idOf(copy))
          : provider.form(resource, id === null ? undefined : idOf(id)))
      ).item,
    gcTime: 0,
    staleTime: Infinity,
    // A record read before is out of date, for instance when its form was saved a moment ago.
    refetchOnMount: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

// A path has the id as a text; the wire wants the original number.
const idOf = (id: Identifier): Identifier => (/^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : id)

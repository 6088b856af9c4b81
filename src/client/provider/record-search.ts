import { useCallback } from 'react'
import type { Field } from '../../model/field'
import { type Choice, useLookup } from '../../ui/lookup'

/** As many as fit on a screen. */
const LIMIT = 20

/** Finds records of a catalogue as a reference to them would. @param about null: nothing is found yet */
export function useRecordSearch(about: { readonly entity: string; readonly resource: string } | null): (text: string, signal?: AbortSignal) => Promise<readonly Choice[]> {
  const lookup = useLookup()
  const { entity, resource } = about ?? {}
  return useCallback(async (text, signal) => (entity === undefined || resource === undefined ? [] : lookup.search(referenceTo(entity, resource), text, LIMIT, { signal })), [lookup, entity, resource])
}

const referenceTo = (to: string, resource: string): Field => ({
  name: 'record', entity: to, type: 'ref', title: '', required: false, system: false, readOnly: false, secret: false, search: false, unique: false, was: [], schema: {},
  ref: { to, resource, expand: {}, onDelete: 'restrict' },
})

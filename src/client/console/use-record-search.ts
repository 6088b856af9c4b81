import { useCallback } from 'react'
import type { Field } from '../../model/field'
import { represent } from '../../model/represent'
import { type Choice, useLookup } from '../../ui/lookup'
import type { FindChoices } from '../../ui/inputs/use-matches'
import { useConsole } from './console'
import { useProvider } from './provider'

/** As many as fit on a screen. */
const LIMIT = 30

/**
 * Finds records of a catalogue by what people type, for a `LazyChoiceSearch` in a dialog: those that a reference to it
 * would offer the asker, the last ones that were chosen first.
 * @param about the catalogue; null: nothing is found yet
 * @param detail field that tells records with one name apart (`phone`), as a second line: then the catalogue's list is
 * asked
 */
export function useRecordSearch(
  about: string | { readonly entity: string; readonly resource: string } | null,
  detail?: string,
): FindChoices {
  const lookup = useLookup()
  const provider = useProvider()
  const { model } = useConsole()
  const resource = typeof about === 'string' ? about : about?.resource
  const to = typeof about === 'string' ? model.resources[about]?.entity : about?.entity
  const entity = to === undefined ? undefined : model.entities[to]
  const sorted = entity?.represent.find((part) => 'field' in part)?.field ?? 'id'
  return useCallback<FindChoices>(
    async (text, signal) => {
      if (to === undefined || resource === undefined) return []
      if (detail === undefined || !entity) return lookup.search(referenceTo(to, resource), text, LIMIT, { signal })
      const { data } = await provider.getList(resource, {
        filter: text.trim() === '' ? {} : { q: text.trim() },
        sort: { field: sorted, order: 'ASC' },
        pagination: { page: 1, perPage: LIMIT },
        signal,
      })
      return data.map(
        (row): Choice => ({ id: row.id, label: represent(entity, row), detail: String(row[detail] ?? '') }),
      )
    },
    [lookup, provider, entity, sorted, to, resource, detail],
  )
}

const referenceTo = (to: string, resource: string): Field => ({
  name: 'record',
  entity: to,
  type: 'ref',
  title: '',
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
  ref: { to, resource, expand: {}, onDelete: 'restrict' },
})

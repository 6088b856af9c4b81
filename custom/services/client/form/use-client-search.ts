import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useProvider } from '#engine/client'
import { type Choice, type FindChoices, useHurry, useMatches } from '#engine/ui'
import { clientsCall } from '../../model/form-calls'
import { useClientScope } from './ClientScope'
import type { FormClient } from './draft'

// Somebody is on the phone.
const PAUSE_MS = 150

/** A search that was ended by Enter before anything was found: it goes on, and finds one client or not. */
export type Finding = 'finding' | 'found' | 'lost'

export interface ClientChoice extends Choice { readonly client: FormClient }

/** Who is calling: searches by phone, name, document or company while typing; Enter takes the only match, even before it is found. */
export function useClientSearch(
  open: boolean, text: string, { onChoose, onFinding }: { onChoose: (client: FormClient) => void; onFinding: (finding: Finding) => void },
) {
  const provider = useProvider()
  const [{ id_branch, company }] = useClientScope()
  const id_company = company === undefined ? undefined : Number(company.id)
  const find = useCallback<FindChoices>(async (q, signal) => {
    if (!q.trim()) return []
    const { items } = await provider.call(clientsCall, { q: q.trim(), ...(id_branch === undefined ? {} : { id_branch }), ...(id_company === undefined ? {} : { id_company }) }, { signal, quiet: true })
    return items.map(choiceOf)
  }, [provider, id_branch, id_company])
  const { choices, busy, failure } = useMatches(find, open, text, PAUSE_MS)
  const found = choices as readonly ClientChoice[]
  const active = useMemo(() => found.filter(({ client }) => client.state === '1'), [found])
  const latest = useRef({ onChoose, onFinding })
  useEffect(() => {
    latest.current = { onChoose, onFinding }
  })
  const mayBeFound = useRef(false)
  // Nobody finds them any more once the box is gone, and nothing may wait for that.
  useEffect(() => () => { if (mayBeFound.current) latest.current.onFinding('lost') }, [])
  const { isHurried, hurry, calm } = useHurry(busy, active, (sole) => {
    mayBeFound.current = false
    onFinding(sole ? 'found' : 'lost')
    if (sole) onChoose(sole.client)
  })
  return {
    choices: busy ? NONE : found,
    busy,
    failure,
    isEager: isHurried,
    /** Enter was pressed before anything was found. */
    hurry(): void {
      hurry()
      mayBeFound.current = true
      onFinding('finding')
    },
    calm(): void {
      if (isHurried) onFinding('lost')
      calm()
      mayBeFound.current = false
    },
  }
}

const NONE: readonly ClientChoice[] = []

export const clientName = ({ name, surname }: Pick<FormClient, 'name' | 'surname'>): string => [name, surname].filter(Boolean).join(' ')

const choiceOf = (client: FormClient): ClientChoice => ({
  id: client.id,
  label: clientName(client),
  detail: [client.phone, client.document, client.co_name, client.ca_name].filter(Boolean).join(' · '),
  client,
})

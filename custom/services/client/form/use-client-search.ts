import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { statusOf, useProvider } from '#engine/client'
import { type Choice, type FindChoices, useHurry, useMatches } from '#engine/ui'
import { clientsCall } from '../../model/form-calls'
import { useClientScope } from './ClientScope'
import type { FormClient } from './draft'

// Somebody is on the phone.
const PAUSE_MS = 150
// A line that is cut is tried again, each time after a longer pause.
const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 3_000
/** So long before it is said, unless Enter was pressed: then it goes on until there is an answer. */
const PATIENCE_MS = 4_000

/** A search that was ended by Enter before anything was found: it goes on, and finds one client or not. */
export type Finding = 'finding' | 'found' | 'lost'

export interface ClientChoice extends Choice {
  readonly client: FormClient
}

/**
 * Who is calling: searches by phone, name, document or company while typing; Enter takes the only match, even before it
 * is found.
 */
export function useClientSearch(
  open: boolean,
  text: string,
  { onChoose, onFinding }: { onChoose: (client: FormClient) => void; onFinding: (finding: Finding) => void },
) {
  const provider = useProvider()
  const [{ id_branch, company }] = useClientScope()
  const id_company = company === undefined ? undefined : Number(company.id)
  const mayBeFound = useRef(false)
  const find = useCallback<FindChoices>(
    async (q, signal) => {
      if (!q.trim()) return []
      const input = {
        q: q.trim(),
        ...(id_branch === undefined ? {} : { id_branch }),
        ...(id_company === undefined ? {} : { id_company }),
      }
      const began_ms = Date.now()
      for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(LONGEST_PAUSE_MS, pause_ms * 2)) {
        try {
          return (await provider.call(clientsCall, input, { signal, quiet: true })).items.map(choiceOf)
        } catch (failure) {
          const isPatient = mayBeFound.current || Date.now() - began_ms < PATIENCE_MS
          const isAnswer = (statusOf(failure) ?? 0) > 0
          if (signal.aborted || isAnswer || !isPatient) throw failure
          await new Promise((resolve) => {
            setTimeout(resolve, pause_ms)
          })
        }
      }
    },
    [provider, id_branch, id_company],
  )
  const [isWanted, setWanted] = useState(false)
  // Once Enter was pressed it goes on, whether the list is open or not.
  const { choices, busy, failure } = useMatches(find, open || isWanted, text, PAUSE_MS)
  const found = choices as readonly ClientChoice[]
  const active = useMemo(() => found.filter(({ client }) => client.state === '1'), [found])
  const latest = useRef({ onChoose, onFinding })
  useEffect(() => {
    latest.current = { onChoose, onFinding }
  })
  // Nobody finds them any more once the box is gone, and nothing may wait for that.
  useEffect(
    () => () => {
      if (mayBeFound.current) latest.current.onFinding('lost')
    },
    [],
  )
  const { isHurried, hurry, calm } = useHurry(busy, active, (sole) => {
    mayBeFound.current = false
    setWanted(false)
    onFinding(sole ? 'found' : 'lost')
    if (sole) onChoose(sole.client)
  })
  return {
    choices: busy ? NO_CLIENTS : found,
    busy,
    failure,
    isEager: isHurried,
    /** Enter was pressed before anything was found. */
    hurry(): void {
      hurry()
      setWanted(true)
      mayBeFound.current = true
      onFinding('finding')
    },
    calm(): void {
      if (isHurried) onFinding('lost')
      calm()
      setWanted(false)
      mayBeFound.current = false
    },
  }
}

const NO_CLIENTS: readonly ClientChoice[] = []

export const clientName = ({ name, surname }: Pick<FormClient, 'name' | 'surname'>): string =>
  [name, surname].filter(Boolean).join(' ')

const choiceOf = (client: FormClient): ClientChoice => ({
  id: client.id,
  label: clientName(client),
  detail: [client.phone, client.document, client.co_name, client.ca_name].filter(Boolean).join(' · '),
  client,
})

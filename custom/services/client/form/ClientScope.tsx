import Box from '@mui/material/Box'
import { useCallback } from 'react'
import { useStore } from 'react-admin'
import { useProvider } from '#engine/client'
import { type Choice, ChoiceSelect, type FindChoices, LazyChoiceSearch, useSay } from '#engine/ui'
import { companiesCall } from '../../model/form-calls'
import { useService } from './service-context'

/** Whose clients are looked for: of one branch, of one company, or everybody's. */
interface ClientScope {
  readonly id_branch?: number
  readonly company?: Choice
}

const EVERYBODY: ClientScope = {}

/** The branch and the company that an operator takes calls for (spec 1 §6), kept for the next call. */
export function useClientScope(): readonly [ClientScope, (scope: ClientScope) => void] {
  const {
    data: { may, branches },
  } = useService()
  const [scope, setScope] = useStore<ClientScope>('services.form.clients_of', EVERYBODY)
  // A branch that they no longer have finds nobody.
  const isOwn = scope.id_branch === undefined || branches.some(({ id }) => id === scope.id_branch)
  return [may.request && isOwn ? scope : EVERYBODY, setScope]
}

/** The two selectors; for who is no operator there are none. */
export function ClientScopeBoxes() {
  const say = useSay()
  const provider = useProvider()
  const {
    data: { may, branches },
    isOpen,
  } = useService()
  const [scope, setScope] = useClientScope()
  const find = useCallback<FindChoices>(
    async (q, signal) => {
      const { items } = await provider.call(companiesCall, { q }, { signal, quiet: true })
      return items.map(({ id, name }) => ({ id, label: name }))
    },
    [provider],
  )
  if (!may.request) return null
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: branches.length > 1 ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
      }}
    >
      {branches.length > 1 && (
        <ChoiceSelect
          source="client_branch"
          label={say('services.form.client.branch')}
          required={false}
          disabled={!isOpen}
          empty={say('services.form.client.all_branches')}
          value={scope.id_branch === undefined ? '' : String(scope.id_branch)}
          options={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => setScope({ ...scope, id_branch: value ? Number(value) : undefined })}
        />
      )}
      <LazyChoiceSearch
        source="client_company"
        label={say('services.form.client.company')}
        required={false}
        disabled={!isOpen}
        openOnFocus
        find={find}
        chosen={scope.company ?? null}
        onChoose={(company) =>
          setScope({ ...scope, company: company ? { id: company.id, label: company.label } : undefined })
        }
      />
    </Box>
  )
}

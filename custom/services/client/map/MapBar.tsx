import { administersCompany, isStaff } from '#app/asker'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maySee, type CallResponse } from '#engine/model'
import { useConsole, useProvider, useRecordSearch } from '#engine/client'
import { type Choice, LazyChoiceSearch, useSay } from '#engine/ui'
import type { mapServicesCall } from '../../model/map-services-call'

export interface MapFilters {
  readonly type: 'actives' | 'history'
  readonly id_client?: number
  readonly id_driver?: number
}

interface MapBarProps {
  readonly filters: MapFilters
  readonly answer: CallResponse<typeof mapServicesCall> | null
  readonly onSet: (next: MapFilters) => void
}

/** What the map shows: services under way or of the last month, of a client, of a driver; and what its marks mean. */
export function MapBar({ filters, answer, onSet }: MapBarProps) {
  const say = useSay()
  const { actor } = useConsole()
  const staff = isStaff(actor)
  const first = answer?.items[0]
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
      <Box sx={{ flex: '1 1 220px' }}>
        <Typography variant="h1">{say('modules.map_services')}</Typography>
        <Box sx={{ display: 'flex', gap: 2, fontSize: 12.5, color: 'text.secondary', mt: 0.5 }}>
          <Box component="span" sx={LEGEND}>
            <Box aria-hidden sx={{ ...DOT, bgcolor: 'success.main' }} />
            {say('services.map.origin')}
          </Box>
          <Box component="span" sx={LEGEND}>
            <Box aria-hidden sx={{ ...DOT, border: 3, borderColor: 'error.main' }} />
            {say('services.map.destination')}
          </Box>
        </Box>
      </Box>
      {(staff || administersCompany(actor)) && maySee(actor, { module: 'clients' }) && (
        <PersonSearch
          of="clients"
          label={say('services.map.client')}
          id={filters.id_client}
          name={filters.id_client === first?.id_client ? nameOf(first?.cl_name, first?.cl_surname) : null}
          onChoose={(id) => onSet({ ...filters, id_client: id })}
        />
      )}
      {staff && maySee(actor, { module: 'drivers' }) && (
        <PersonSearch
          of="drivers"
          label={say('services.map.driver')}
          id={filters.id_driver}
          name={filters.id_driver === first?.id_driver ? nameOf(first?.dr_name, first?.dr_surname) : null}
          onChoose={(id) => onSet({ ...filters, id_driver: id })}
        />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={filters.type}
        aria-label={say('services.map.which')}
        onChange={(_event, next: MapFilters['type'] | null) => next && onSet({ ...filters, type: next })}
      >
        <ToggleButton value="actives">{say('services.map.actives')}</ToggleButton>
        <ToggleButton value="history">{say('services.map.history')}</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
}

const nameOf = (name: string | null | undefined, surname: string | null | undefined): string =>
  [name, surname].filter(Boolean).join(' ')

interface PersonSearchProps {
  readonly of: 'clients' | 'drivers'
  readonly label: string
  readonly id: number | undefined
  /** As the rows have it; null: none of them tells. */
  readonly name: string | null
  readonly onChoose: (id: number | undefined) => void
}

function PersonSearch({ of, label, id, name, onChoose }: PersonSearchProps) {
  const provider = useProvider()
  const say = useSay()
  const [last, setLast] = useState<Choice | null>(null)
  const find = useRecordSearch(of, 'phone')
  // The services on the map may be of others, or there are none.
  const asked = useQuery({
    queryKey: ['map person', of, id],
    enabled: id !== undefined && last?.id !== id && name === null,
    queryFn: async ({ signal }) => (await provider.getOne(of, { id: id ?? 0, signal })).data,
    retry: false,
  })
  const unread = asked.isPending ? '' : say('field.unreadable')
  const shown =
    name ?? (asked.data ? nameOf(String(asked.data['name'] ?? ''), String(asked.data['surname'] ?? '')) : unread)
  const chosen = id === undefined ? null : last?.id === id ? last : { id, label: shown }
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 220px' } }}>
      <LazyChoiceSearch
        source={of}
        label={label}
        required={false}
        disabled={false}
        openOnFocus
        find={find}
        chosen={chosen}
        onChoose={(choice) => {
          setLast(choice)
          onChoose(choice ? Number(choice.id) : undefined)
        }}
      />
    </Box>
  )
}

const LEGEND = { display: 'inline-flex', alignItems: 'center', gap: 0.75 } as const
const DOT = { width: 12, height: 12, borderRadius: 6, boxSizing: 'border-box' } as const

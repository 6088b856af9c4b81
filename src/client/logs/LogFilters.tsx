import Box from '@mui/material/Box'
import { useQueries } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useProvider } from '../app/provider'
import { ChoiceSelect } from '../../ui/ChoiceSelect'
import { DateEntry } from '../../ui/DateEntry'
import { TextBox } from '../../ui/TextBox'
import { LOG_CHOICES } from './log-call'
import type { LogFilterState } from './log-filters'
import { PersonFilter } from './PersonFilter'

const NAMES = ['type_user', 'type_log', 'target', 'platform'] as const
// The kinds of things that are done change with the metadata, not while somebody looks.
const KEEP_MS = 300_000

/** What the log may be asked by (spec 2 §7). */
export function LogFilters({ filters: { values, set } }: { filters: LogFilterState }) {
  const translate = useTranslate()
  const provider = useProvider()
  const choices = useQueries({
    queries: NAMES.map((name) => ({
      queryKey: ['logs', name], staleTime: KEEP_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => provider.call(LOG_CHOICES[name], {}, { signal, quiet: true }),
    })),
  })
  const select = (name: (typeof NAMES)[number]) => (
    <ChoiceSelect
      source={name}
      label={translate(`logs.filters.${name}`)}
      value={values[name] ?? ''}
      empty={translate('logs.filters.any')}
      options={(choices[NAMES.indexOf(name)]?.data?.items ?? []).map(({ id, name: text }) => ({ value: id, label: text }))}
      onChange={(value) => set({ [name]: value, ...(name === 'target' && { id_target: null }) })}
      required={false}
      disabled={false}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))' }}>
      <PersonFilter label={translate('logs.filters.user')} value={values.id_user ?? ''} onChange={(id_user) => set({ id_user })} />
      {select('type_user')}
      {select('type_log')}
      {select('target')}
      <TextBox
        source="id_target"
        label={translate('logs.filters.id_target')}
        text={values.id_target ?? ''}
        onText={(id_target) => set({ id_target: id_target.trim() })}
        required={false}
        disabled={values.target === undefined}
      />
      {select('platform')}
      <DateEntry name="date_from" label={translate('logs.filters.date_from')} value={values.date_from ?? null} onChange={(date_from) => set({ date_from })} />
      <DateEntry
        name="date_to" label={translate('logs.filters.date_to')} value={values.date_to ?? null} min={values.date_from}
        onChange={(date_to) => set({ date_to })}
      />
    </Box>
  )
}

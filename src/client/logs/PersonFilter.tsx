import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, useEffect } from 'react'
import { useProvider } from '../console/provider'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import { useSay } from '../../ui/show/style'
import { peopleCall } from '../resource/log/log-call'

/** The value once it has not changed for `rest_ms`. */
function useDebounced<T>(value: T, rest_ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest_ms)
    return () => clearTimeout(timer)
  }, [value, rest_ms])
  return rested
}

const REST_MS = 300
const MAX_PEOPLE = 50

/** Finds a person by a piece of the name; the value is the id. */
export function PersonFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (id: string) => void
}) {
  const provider = useProvider()
  const say = useSay()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), REST_MS)
  const id = useId()
  const found = useQuery({
    queryKey: ['people', q],
    queryFn: ({ signal }) =>
      provider.call(peopleCall, { lookup: 1, limit: MAX_PEOPLE, ...(q && { q }) }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  const chosen = useQuery({
    queryKey: ['person', value],
    enabled: value !== '',
    queryFn: ({ signal }) => provider.call(peopleCall, { lookup: 1, limit: 1, id: value }, { signal, quiet: true }),
  })
  // Nothing is written until the answer is there.
  const unnamed = { id: Number(value), label: chosen.isPending ? '' : say('field.unreadable') }
  const current = value === '' ? null : (chosen.data?.items[0] ?? unnamed)
  return (
    <FieldFrame inputId={id} label={label}>
      <Autocomplete
        id={id}
        size="small"
        openText={say('field.open')}
        closeText={say('field.close')}
        clearText={say('field.clear')}
        options={found.data?.items ?? []}
        value={current}
        getOptionKey={(option) => option.id}
        getOptionLabel={(option) => option.label}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        filterOptions={(options) => options}
        loading={found.isFetching}
        onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
        onChange={(_event, option) => onChange(option ? String(option.id) : '')}
        renderInput={(params) => <TextField {...params} />}
      />
    </FieldFrame>
  )
}

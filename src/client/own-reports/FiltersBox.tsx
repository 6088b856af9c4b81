import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import { ListContextProvider, useTranslate, type ListControllerResult } from 'react-admin'
import { Suspense, useId, useMemo, useState } from 'react'
import type { JsonObject } from '../../model/json'
import type { Resource } from '../../model/resource'
import { ResourceScope, useScope } from '../resource/scope'
import { FilterInput } from '../resource/list/FilterInput'
import { useFilters } from '../resource/list/filters'

interface FiltersBoxProps {
  readonly resource: Resource
  readonly label: string
  readonly values: JsonObject
  readonly error?: string
  readonly onChange: (values: JsonObject) => void
}

/** The filters of a catalogue's own list, for a number; the days are the report's. */
export function FiltersBox({ resource, label, values, error, onChange }: FiltersBoxProps) {
  const translate = useTranslate()
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = Object.keys(values).length
  // All that the inputs of a list ask of it.
  const list = useMemo(
    () =>
      ({
        filterValues: values,
        setFilters: (next: JsonObject) => onChange(next),
        isPending: false,
      }) as unknown as ListControllerResult,
    [values, onChange],
  )
  return (
    <Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMore aria-hidden sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />}
        sx={{ color: 'text.secondary' }}
      >
        {count === 0 ? label : `${label} (${count})`}
      </Button>
      {error && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main', display: 'block' }}>
          {error}
        </Typography>
      )}
      <Collapse in={open} unmountOnExit>
        <Box
          id={id}
          role="group"
          aria-label={label}
          sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          <ResourceScope resource={resource}>
            <ListContextProvider value={list}>
              <Inputs />
            </ListContextProvider>
          </ResourceScope>
          {count > 0 && (
            <Button size="small" color="inherit" onClick={() => onChange({})}>
              {translate('list.clear_filters')}
            </Button>
          )}
        </Box>
      </Collapse>
    </Box>
  )
}

function Inputs() {
  const { resource, entity } = useScope()
  const translate = useTranslate()
  const bound = useMemo(() => ({ [resource.list.days?.f ?? 'date_created']: null }), [resource])
  const filters = useFilters(bound).filter(
    ({ f, field }) => Object.hasOwn(entity.fields, f) && entity.fields[f]?.type === field.type,
  )
  if (filters.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('own_reports.no_filters')}
      </Typography>
    )
  return (
    <Suspense>
      {filters.map((filter) => (
        <FilterInput key={filter.f} filter={filter} />
      ))}
    </Suspense>
  )
}

import FilterIcon from '@mui/icons-material/FilterListOutlined'
import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { viewOf } from '../../fields/view'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import { isCounted, type Report } from '../../model/report'
import type { Resource } from '../../model/resource'
import { useConsole } from '../console/console'
import { useFieldLabel } from '../console/labels'
import { useMenu } from '../console/use-menu'
import { useDraft } from '../../ui/inputs/useDraft'
import { FILTER_PAUSE_MS } from '../resource/list/SearchBox'
import type { ReportState } from './report-state'

/** The fields that a report is filtered by; each is that of the first catalogue that has it. */
export function ReportFilters({ report, state }: { report: Report; state: ReportState }) {
  const translate = useTranslate()
  const { model } = useConsole()
  const { button, menu } = useMenu()
  const resources = report.blocks.filter(isCounted).flatMap(({ of }) => model.resources[of] ?? [])
  const shown = report.filters.flatMap((f) => {
    const resource = resources.find(({ entity }) => model.entities[entity]?.fields[f])
    const field = resource && model.entities[resource.entity]?.fields[f]
    return resource && field ? [{ f, resource, field }] : []
  })
  if (shown.length === 0) return null
  const count = Object.keys(state.filters).length
  return (
    <>
      <Badge badgeContent={count} color="primary">
        <Button
          {...button}
          aria-haspopup="dialog"
          variant="outlined"
          color="inherit"
          startIcon={<FilterIcon fontSize="small" />}
        >
          {translate('report.filters')}
        </Button>
      </Badge>
      <Popover
        {...menu}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': translate('report.filters'),
            sx: { p: 2, width: 360, maxWidth: '94vw' },
          },
        }}
      >
        <Stack spacing={2}>
          {shown.map(({ f, resource, field }) => (
            <OneFilter key={f} f={f} resource={resource} field={field} state={state} />
          ))}
          {count > 0 && (
            <Button color="inherit" onClick={() => state.set({ filters: {} })}>
              {translate('report.clear')}
            </Button>
          )}
        </Stack>
      </Popover>
    </>
  )
}

function OneFilter({ f, resource, field, state }: { f: string; resource: Resource; field: Field; state: ReportState }) {
  const label = useFieldLabel(resource)(f)
  const put = (value: Json): void => {
    const { [f]: _old, ...others } = state.filters
    state.set({ filters: value === null ? others : { ...others, [f]: value } })
  }
  const [value, setValue] = useDraft<Json>(state.filters[f] ?? null, put, FILTER_PAUSE_MS)
  const { Filter } = viewOf(field.type)
  return <Filter field={field} source={f} label={label} value={value} onChange={setValue} />
}

import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslate } from 'react-admin'
import type { FilterMode } from './filter-mode'

/** Whether a filter asks for a value, for any other, for none or for whatever there is. */
export default function FilterModes({
  label,
  modes,
  mode,
  onMode,
}: {
  label: string
  modes: readonly FilterMode[]
  mode: FilterMode
  onMode: (mode: FilterMode) => void
}) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode}
      aria-label={translate('filter.mode', { name: label })}
      sx={{ display: 'flex', mb: 1 }}
      onChange={(_event, next: FilterMode | null) => {
        if (next !== null) onMode(next)
      }}
    >
      {modes.map((one) => (
        <ToggleButton key={one} value={one} sx={{ px: 1.25, py: 0.25, textTransform: 'none' }}>
          {translate(`filter.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

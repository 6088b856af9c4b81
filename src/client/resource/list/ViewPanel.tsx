import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { Density } from '../../../model/list-view'
import { useLooks } from './list-look'
import { ROW_HEIGHT_PX, useDensity, type ColumnChoice } from './preferences'
import { SavedViews } from './SavedViews'

const DENSITIES = Object.keys(ROW_HEIGHT_PX) as Density[]

/** The views of a list and, where it is a table, how the table looks. */
export default function ViewPanel({
  choice,
  cards,
  onClose,
}: {
  choice: ColumnChoice
  cards: boolean
  onClose: () => void
}) {
  const { saves } = useLooks()
  return (
    <Stack sx={{ p: 1.5 }} spacing={1.5} divider={<Divider />}>
      {saves && <SavedViews onClose={onClose} />}
      {!cards && <TableLook choice={choice} />}
    </Stack>
  )
}

function TableLook({ choice }: { choice: ColumnChoice }) {
  const translate = useTranslate()
  const id = useId()
  const [density, setDensity] = useDensity()
  const names = choice.all.map(({ f }) => f)
  return (
    <Stack spacing={1.5} divider={<Divider />}>
      <Stack spacing={1}>
        <Typography variant="subtitle2" id={`${id}-rows`} sx={{ color: 'text.secondary' }}>
          {translate('list.density')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={density}
          aria-labelledby={`${id}-rows`}
          onChange={(_event, next: Density | null) => {
            if (next) setDensity(next)
          }}
        >
          {DENSITIES.map((one) => (
            <ToggleButton key={one} value={one} sx={{ py: 0.5, fontSize: 13 }}>
              {translate(`list.density_${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <Stack>
        <Stack direction="row" sx={{ alignItems: 'center', minHeight: 32 }}>
          <Typography variant="subtitle2" id={`${id}-columns`} sx={{ color: 'text.secondary', flex: 1 }}>
            {translate('list.columns')}
          </Typography>
          {choice.changed && (
            <Button size="small" onClick={choice.reset}>
              {translate('list.columns_reset')}
            </Button>
          )}
        </Stack>
        <Stack
          role="group"
          aria-labelledby={`${id}-columns`}
          sx={{ maxHeight: 320, overflowY: 'auto', marginInlineEnd: -1 }}
        >
          {choice.all.map((column, index) => {
            const shown = choice.isShown(column.f)
            return (
              <Stack direction="row" key={column.f} sx={{ alignItems: 'center' }}>
                <FormControlLabel
                  sx={{ flex: 1, minWidth: 0, mx: 0 }}
                  label={column.label}
                  slotProps={{ typography: { variant: 'body2', noWrap: true } }}
                  control={
                    <Checkbox
                      size="small"
                      sx={{ p: 0.5, marginInlineEnd: 0.5 }}
                      checked={shown}
                      disabled={shown && choice.shown.length === 1}
                      onChange={() => choice.toggle(column.f)}
                    />
                  }
                />
                <IconButton
                  size="small"
                  disabled={index === 0}
                  aria-label={translate('list.column_up', { name: column.label })}
                  onClick={() => choice.move(column.f, names[index - 1] ?? null)}
                >
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={index === names.length - 1}
                  aria-label={translate('list.column_down', { name: column.label })}
                  onClick={() => choice.move(column.f, names[index + 2] ?? null)}
                >
                  <DownIcon fontSize="small" />
                </IconButton>
              </Stack>
            )
          })}
        </Stack>
      </Stack>
    </Stack>
  )
}

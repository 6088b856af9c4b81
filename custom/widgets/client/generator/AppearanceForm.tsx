import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useSay } from '#engine/ui'
import { DEFAULT_APPEARANCE, wholeAppearance } from '../../model/embed-code'
import type { WidgetAppearance } from '../../model/widget-calls'

interface AppearanceFormProps {
  readonly appearance: WidgetAppearance
  readonly onChange: (next: WidgetAppearance) => void
}

/** Sizes, lines and colours of a widget's frame; each change is seen at once. */
export function AppearanceForm({ appearance, onChange }: AppearanceFormProps) {
  const say = useSay()
  const { width, height, background, border, boxShadow, borderRadius } = appearance
  const put = (part: Partial<WidgetAppearance>): void => onChange(wholeAppearance({ ...appearance, ...part }))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' }}>
      <FormControlLabel
        sx={{ gridColumn: '1 / -1' }}
        label={say('widgets.generator.full_width')}
        control={
          <Switch
            checked={width === 0}
            onChange={(_event, full) => put({ width: full ? 0 : DEFAULT_APPEARANCE.width })}
          />
        }
      />
      {width !== 0 && (
        <Pixels
          label={say('widgets.generator.width')}
          value={width}
          onChange={(next) => put({ width: next || DEFAULT_APPEARANCE.width })}
        />
      )}
      <Pixels
        label={say('widgets.generator.height')}
        help={say('widgets.generator.height_help')}
        value={height}
        onChange={(next) => put({ height: next })}
      />
      <Colour
        label={say('widgets.generator.background')}
        value={background}
        onChange={(next) => put({ background: next })}
      />
      <Pixels
        label={say('widgets.generator.radius')}
        value={borderRadius}
        onChange={(next) => put({ borderRadius: next })}
      />
      <Pixels
        label={say('widgets.generator.border')}
        value={border.width}
        onChange={(next) => put({ border: { ...border, width: next } })}
      />
      <Colour
        label={say('widgets.generator.border_color')}
        value={border.color}
        onChange={(color) => put({ border: { ...border, color } })}
      />
      <Pixels
        label={say('widgets.generator.shadow')}
        value={boxShadow.width}
        onChange={(next) => put({ boxShadow: { ...boxShadow, width: next } })}
      />
      <Colour
        label={say('widgets.generator.shadow_color')}
        value={boxShadow.color}
        onChange={(color) => put({ boxShadow: { ...boxShadow, color } })}
      />
    </Box>
  )
}

interface PartProps<T> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly help?: string
}

const Pixels = ({ label, value, onChange, help }: PartProps<number>) => (
  <TextField
    type="number"
    size="small"
    label={label}
    value={value}
    helperText={help}
    slotProps={{ htmlInput: { min: 0, max: 4000, step: 1 }, inputLabel: { shrink: true } }}
    onChange={({ target }) => onChange(Math.trunc(Number(target.value)))}
  />
)

const Colour = ({ label, value, onChange }: PartProps<string>) => (
  <TextField
    type="color"
    size="small"
    label={label}
    value={value}
    slotProps={{ inputLabel: { shrink: true } }}
    onChange={({ target }) => onChange(target.value)}
  />
)

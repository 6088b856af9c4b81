import Box from '@mui/material/Box'
import type { FieldView, InputProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'
import type { Json } from '../../model/json'

export const colorView: FieldView = {
  align: 'left',
  Cell: ({ value }) => (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 1,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Swatch color={value} />
      {textOf(value)}
    </Box>
  ),
  Input: ColorInput,
  Filter: TextFilter,
}

const Swatch = ({ color }: { color: Json }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 16,
      height: 16,
      borderRadius: '4px',
      flex: 'none',
      border: 1,
      borderColor: 'divider',
      bgcolor: textOf(color),
    }}
  />
)

function ColorInput({ value, onChange, ...rest }: InputProps) {
  const say = useSay()
  const text = textOf(value)
  const picker = (
    <Box
      component="input"
      type="color"
      aria-label={`${rest.label}: ${say('field.pick_color')}`}
      disabled={rest.disabled}
      value={/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '#000000'}
      onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      sx={{
        width: 28,
        height: 26,
        p: 0,
        marginInlineEnd: 1,
        marginInlineStart: -0.75,
        border: 0,
        bgcolor: 'transparent',
        cursor: 'pointer',
        flex: 'none',
        opacity: text ? 1 : 0.35,
      }}
    />
  )
  return <TextBox {...rest} before={picker} text={text} onText={(typed) => onChange(typed === '' ? null : typed)} />
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useConsole } from '#engine/client'
import { choices, FORM_FIELD_TYPES } from '#engine/model'
import { ChoiceSelect, FieldFrame, TextBox, useSay } from '#engine/ui'
import { ConditionEditor } from './ConditionEditor'
import type { FieldCardProps } from './FieldCard'

type Switch = 'required' | 'show_to_text' | 'root'

/** What a field asks, whom, and when. Enter in its label begins the next field. */
export function FieldDetails({ field, above, addsFields, disabled, errors, onPut, onNext, onRemove }: FieldCardProps) {
  const say = useSay()
  const { model, actor } = useConsole()
  const takes = FORM_FIELD_TYPES[field.type]?.takes ?? []
  const isTitle = field.type === 'section'
  const types = Object.entries(FORM_FIELD_TYPES)
    .filter(([, { answered }]) => !(addsFields && answered))
    .map(([value]) => ({ value, label: say(`entities.form_fields.values.type.${value}`) }))
  const kinds = choicesOf(model.entities['form_fields']?.fields['app'])
  const box = (
    name: 'label' | 'help' | 'options' | 'minimum' | 'maximum' | 'var1' | 'var2' | 'key',
    more: Partial<Parameters<typeof TextBox>[0]> = {},
  ) => (
    <TextBox
      source={`${field.row}.${name}`}
      label={say(`forms.${name === 'key' ? 'internal' : name}`)}
      text={field[name]}
      onText={(text) => onPut({ [name]: text })}
      required={false}
      disabled={disabled}
      error={errors[name]}
      {...more}
    />
  )
  const tick = (name: Switch, isOff = false) => (
    <FormControlLabel
      disabled={disabled || isOff}
      label={say(`forms.${name}`)}
      slotProps={{ typography: { variant: 'body2' } }}
      control={<Checkbox size="small" checked={field[name]} onChange={(_, on) => onPut({ [name]: on })} />}
    />
  )
  return (
    <Stack spacing={1.5} sx={{ p: 1.5, pt: 0.5 }}>
      <Box
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !disabled) {
            event.preventDefault()
            onNext()
          }
        }}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}
      >
        {box('label', { required: true, maxLength: 200, autoFocus: field.id === null })}
        <Box onKeyDown={(event) => event.stopPropagation()}>
          <ChoiceSelect
            source={`${field.row}.type`}
            label={say('forms.type')}
            value={field.type}
            options={types}
            required
            disabled={disabled}
            error={errors['type']}
            onChange={(type) => onPut({ type })}
          />
        </Box>
      </Box>
      {!isTitle && box('help', { maxLength: 250 })}
      {takes.includes('options') && box('options', { minRows: 3, help: say('forms.options_help'), required: true })}
      {takes.includes('list') && (
        <Pair>
          {box('var1', { required: true, maxLength: 40 })}
          {box('var2', { maxLength: 40 })}
        </Pair>
      )}
      {takes.includes('limits') && (
        <Pair>
          {box('minimum', { inputMode: 'decimal' })}
          {box('maximum', { inputMode: 'decimal' })}
        </Pair>
      )}
      {addsFields && field.id !== null && (
        <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
          {say('forms.internal')}: <code>{field.key}</code>
        </Box>
      )}
      {!isTitle && (
        <ConditionEditor field={field} above={above} disabled={disabled} error={errors['condition']} onPut={onPut} />
      )}
      {!isTitle && !addsFields && (
        <FieldFrame label={say('forms.app')} labelId={`${field.row}-app`} help={say('forms.app_help')}>
          <Box role="group" aria-labelledby={`${field.row}-app`}>
            {kinds.map(({ value, title }) => (
              <FormControlLabel
                key={value}
                disabled={disabled}
                label={say(`entities.form_fields.values.app.${value}`, { _: title })}
                slotProps={{ typography: { variant: 'body2' } }}
                control={
                  <Checkbox
                    size="small"
                    checked={field.app.includes(value)}
                    onChange={(_, on) =>
                      onPut({
                        app: kinds
                          .map((kind) => kind.value)
                          .filter((one) => (one === value ? on : field.app.includes(one))),
                      })
                    }
                  />
                }
              />
            ))}
          </Box>
        </FieldFrame>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
        {!isTitle && tick('required')}
        {!isTitle && !addsFields && tick('show_to_text')}
        {actor.root && tick('root')}
        {!disabled && (
          <Button
            color="error"
            size="small"
            disabled={field.root}
            onClick={onRemove}
            sx={{ marginInlineStart: 'auto' }}
          >
            {say('forms.remove')}
          </Button>
        )}
      </Box>
    </Stack>
  )
}

const Pair = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr' }}>{children}</Box>
)

const choicesOf = (field: Parameters<typeof choices>[0] | undefined): ReturnType<typeof choices> =>
  field ? choices(field) : []

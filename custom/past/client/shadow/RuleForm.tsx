import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import { useId, useState } from 'react'
import { errorsIn } from '#engine/client'
import type { CallResponse, Json } from '#engine/model'
import { ChoiceSelect, DateBox, FieldFrame, NumberEntry, useDisplayStyle, useSay } from '#engine/ui'
import type { RuleWire, shadowRuleCall } from '../../model/shadow-call'
import { isInRange, RULE_FIELDS, shadowRuleText } from './rule-fields'

interface RuleFormProps {
  readonly known: CallResponse<typeof shadowRuleCall>
  readonly busy: boolean
  readonly failure: unknown
  readonly onBegin: (asked: { readonly date: string; readonly id_branch?: number; readonly rule: RuleWire }) => void
}

/** Which day, and what of the search would be otherwise; each field says what is set now. */
export function RuleForm({ known, busy, failure, onBegin }: RuleFormProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [date, setDate] = useState(known.yesterday)
  const [branch, setBranch] = useState('')
  const [values, setValues] = useState<{ readonly [name in keyof RuleWire]: Json }>(known.rule)
  const wrong = RULE_FIELDS.filter((field) => !isInRange(field, Number(values[field.name] ?? NaN)))
  const changed = RULE_FIELDS.filter(({ name }) => Number(values[name]) !== known.rule[name])
  const errors = errorsIn(failure)
  const begin = (): void =>
    onBegin({
      date,
      ...(branch !== '' && { id_branch: Number(branch) }),
      rule: Object.fromEntries(RULE_FIELDS.map(({ name }) => [name, Number(values[name])])) as unknown as RuleWire,
    })
  return (
    <Paper
      component="form"
      variant="outlined"
      sx={{ p: 2, display: 'grid', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && wrong.length === 0) begin()
      }}
    >
      <Box sx={FIELDS}>
        <DateBox
          kind="date"
          source="date"
          label={say('past.day')}
          value={date}
          max={known.yesterday}
          whenLeft
          required
          disabled={busy}
          error={errors['date']}
          onChange={(value) => {
            if (value) setDate(value)
          }}
        />
        {known.branches.length > 1 && (
          <ChoiceSelect
            source="id_branch"
            required={false}
            disabled={busy}
            label={say('past.branch')}
            value={branch}
            empty={say('past.all_branches')}
            error={errors['id_branch']}
            options={known.branches.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setBranch}
          />
        )}
      </Box>
      <Box sx={FIELDS}>
        {RULE_FIELDS.map((field) => {
          const { name, kind, unit, integer, min, max } = field
          const help =
            Number(values[name]) === known.rule[name]
              ? undefined
              : say('past.set_now', { value: shadowRuleText(field, known.rule, style, say) })
          const error = wrong.includes(field) ? say('past.range', { min, max }) : undefined
          return kind === 'choice' ? (
            <ChoiceSelect
              key={name}
              source={name}
              required
              disabled={busy}
              label={say(`past.rule.${name}`)}
              help={help}
              value={String(values[name])}
              options={[0, 1].map((value) => ({ value: String(value), label: say(`past.choice.${name}.${value}`) }))}
              onChange={(value) => setValues({ ...values, [name]: Number(value) })}
            />
          ) : (
            <RuleNumber
              key={name}
              name={name}
              label={say(`past.rule.${name}`)}
              unit={unit}
              integer={integer}
              value={values[name]}
              help={help}
              error={error}
              disabled={busy}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button type="submit" variant="contained" disabled={busy || wrong.length > 0}>
          {say('past.drive')}
        </Button>
        <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {changed.length === 0 ? say('past.nothing_changed') : say('past.changed', { smart_count: changed.length })}
        </Box>
      </Box>
    </Paper>
  )
}

interface RuleNumberProps {
  readonly name: string
  readonly label: string
  readonly unit?: string
  readonly integer?: boolean
  readonly value: Json
  readonly help?: string
  readonly error?: string
  readonly disabled: boolean
  readonly onChange: (value: Json) => void
}

function RuleNumber({ name, label, unit, integer, value, help, error, disabled, onChange }: RuleNumberProps) {
  const id = useId()
  return (
    <FieldFrame inputId={id} label={label} required disabled={disabled} error={error} help={help}>
      <NumberEntry
        id={id}
        name={name}
        value={value}
        integer={integer}
        disabled={disabled}
        error={error !== undefined}
        required
        onChange={onChange}
        after={unit && <InputAdornment position="end">{unit}</InputAdornment>}
      />
    </FieldFrame>
  )
}

const FIELDS = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' },
  alignItems: { xs: 'end', sm: 'start' },
} as const

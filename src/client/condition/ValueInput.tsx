import Box from '@mui/material/Box'
import { fieldTypes } from '../../fields/data'
import { viewOf } from '../../fields/view'
import { typeOf } from '../../model/canonical'
import { errorKey } from '../../model/error-key'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import { choices } from '../../model/rules/choices'
import { isLength } from '../../model/rules/now-length'
import { asksLength, asksSeveral, type RuleQuestion } from '../../model/rules/rule-draft'
import { wrongIn } from '../../model/rules/rule-questions'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'

interface ValueInputProps {
  readonly field: Field
  readonly ask: RuleQuestion
  readonly value: Json
  readonly source: string
  readonly disabled: boolean
  readonly isRefused: boolean
  /** @param isWrong the field cannot be compared with it */
  readonly onValue: (value: Json, isWrong: boolean) => void
}

/** What a field is compared with, by the field's own input; of dates also a length of time. */
export function ValueInput(props: ValueInputProps) {
  const { field, ask, value, source, disabled, isRefused, onValue } = props
  const say = useSay()
  if (asksLength(ask)) return <LengthInput {...props} />
  const wrong = wrongIn(field, ask, value, fieldTypes)
  const missing = isRefused && value === null ? say('validation.required') : undefined
  const error = wrong ? say(errorKey(wrong.key), wrong.params) : missing
  const put = (next: Json) => {
    const kept = next === '' || (Array.isArray(next) && next.length === 0) ? null : next
    onValue(kept, wrongIn(field, ask, kept, fieldTypes) !== null)
  }
  const common = { source, label: say('condition.value'), required: false, disabled, error }
  if (typeOf(field, fieldTypes).json === 'boolean') {
    const options = [
      { value: '1', label: say('field.yes') },
      { value: '0', label: say('field.no') },
    ]
    const chosen = value === null ? '' : value === true || value === 1 ? '1' : '0'
    const take = (next: string) => put(next === '' ? null : Number(next))
    return <ChoiceSelect {...common} value={chosen} options={options} onChange={take} />
  }
  const hasChoices = choices(field).length > 0
  if (ask === 'contains' && !hasChoices) return <TextBox {...common} text={textOf(value)} onText={put} />
  const shown = bare(field, hasChoices ? (asksSeveral(ask) ? 'choices' : 'enum') : field.type)
  const { Input } = viewOf(shown.type)
  return <Input {...common} field={shown} value={value} onChange={put} form={{}} />
}

/** The field without what only its own record's form asks: other choices by other fields, new records, a default. */
function bare({ ref, ...field }: Field, type: string): Field {
  const alone = { ...field, type, required: false, readOnly: false }
  if (!ref) return alone
  const { to, resource, onDelete } = ref
  return { ...alone, ref: { to, ...(resource !== undefined && { resource }), expand: {}, onDelete } }
}

/** A number of days; of moments also of hours. */
function LengthInput({ field, value, source, disabled, isRefused, onValue }: ValueInputProps) {
  const say = useSay()
  const [, number = '', unit = 'd'] = /^(.*?)([mhdy])?$/.exec(textOf(value)) ?? []
  const units = (field.type === 'date' ? ['d', 'y'] : ['h', 'd', 'y']).map((one) => ({
    value: one,
    label: say(`condition.units.${one}`),
  }))
  const put = (amount: string, of: string) => {
    const next = amount === '' ? null : `${amount}${of}`
    onValue(next, next !== null && !isLength(next))
  }
  const missing = isRefused && value === null ? say('validation.required') : undefined
  const error = value !== null && !isLength(value) ? say('validation.integer') : missing
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' }}>
      <NumberBox
        field={bare(field, 'integer')}
        integer
        source={source}
        label={say('condition.length')}
        required={false}
        disabled={disabled}
        error={error}
        form={{}}
        value={number === '' ? null : /^\d+$/.test(number) ? Number(number) : number}
        onChange={(next) => put(next === null ? '' : String(next), unit)}
      />
      <ChoiceSelect
        source={`${source}.unit`}
        label={say('condition.unit')}
        required={false}
        disabled={disabled}
        value={unit}
        options={units}
        onChange={(next) => put(number, next)}
      />
    </Box>
  )
}

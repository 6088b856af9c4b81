import Box from '@mui/material/Box'
import { isSame, type Json, type JsonObject } from '#engine/model'
import { ChoiceSelect, TextBox, useSay } from '#engine/ui'
import type { FieldDraft } from './form-draft'

interface ConditionEditorProps {
  readonly field: FieldDraft
  readonly above: readonly FieldDraft[]
  readonly disabled: boolean
  readonly error: string | undefined
  readonly onPut: (part: Partial<FieldDraft>) => void
}

const NUMBERS = ['integer', 'decimal', 'money', 'percent', 'rating']
const CHOSEN = ['enum', 'flag', 'consent', 'list']

/** What may be asked of a field of a type. */
function operatorsOf(type: string): readonly string[] {
  if (NUMBERS.includes(type)) return ['eq', 'gt', 'gte', 'lt', 'lte', 'filled', 'empty']
  if (type === 'choices') return ['contains', 'filled', 'empty']
  if (CHOSEN.includes(type)) return ['eq', 'ne', 'filled', 'empty']
  if (type === 'text' || type === 'longtext' || type === 'email' || type === 'url') return ['contains', 'eq', 'filled', 'empty']
  return ['filled', 'empty']
}

interface Simple { readonly key: string; readonly op: string; readonly value: string }

/** A rule of one comparison as it is chosen; null: it is another one, written as it is. */
function simpleOf(condition: Json): Simple | null {
  if (condition === null) return { key: '', op: 'eq', value: '' }
  const [entry, ...others] = Object.entries(condition as JsonObject)
  if (!entry || others.length > 0 || typeof entry[1] !== 'object' || entry[1] === null || Array.isArray(entry[1])) return null
  const [asked, ...more] = Object.entries(entry[1] as JsonObject)
  if (!asked || more.length > 0 || typeof asked[1] === 'object') return null
  const [op, value] = asked
  if (op === 'isNull') return { key: entry[0], op: value === true ? 'empty' : 'filled', value: '' }
  return { key: entry[0], op, value: String(value) }
}

/** The rule that a choice says; null while its value is missing. */
function ruleOf({ key, op, value }: Simple, type: string): JsonObject {
  if (op === 'empty' || op === 'filled') return { [key]: { isNull: op === 'empty' } }
  const isNumber = NUMBERS.includes(type) || type === 'flag' || type === 'consent'
  return { [key]: { [op]: isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value } }
}

/** When a field is asked: one comparison with a field above it, chosen; any other rule is written as JSON. */
export function ConditionEditor({ field, above, disabled, error, onPut }: ConditionEditorProps) {
  const say = useSay()
  const simple = simpleOf(field.condition)
  const others = above.filter(({ type, label }) => type !== 'section' && label.trim() !== '')
  const asked = others.find(({ key }) => key === simple?.key)
  const source = `${field.row}.condition`
  if (simple === null || (simple.key !== '' && !asked && error === undefined)) {
    return <WrittenRule key={field.row} condition={field.condition} source={source} label={say('forms.condition')} disabled={disabled} error={error} onPut={onPut} />
  }
  const put = (part: Partial<Simple>) => {
    const next = { ...simple, ...part }
    const type = others.find(({ key }) => key === next.key)?.type ?? ''
    const [first = 'filled'] = operatorsOf(type)
    const op = operatorsOf(type).includes(next.op) ? next.op : first
    onPut({ condition: next.key === '' ? null : ruleOf({ ...next, op, value: part.key === undefined ? next.value : firstValue(others.find(({ key }) => key === next.key)) }, type) })
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: asked ? '1fr auto 1fr' : '1fr' } }}>
      <ChoiceSelect
        source={source} label={say('forms.condition')} value={simple.key} empty={say('forms.always')} required={false} disabled={disabled || others.length === 0} error={error}
        options={others.map(({ key, label }) => ({ value: key, label }))} onChange={(key) => put({ key })}
      />
      {asked && (
        <ChoiceSelect
          source={`${source}.op`} label={say('forms.comparison')} value={simple.op} required disabled={disabled}
          options={operatorsOf(asked.type).map((op) => ({ value: op, label: say(`forms.operators.${op}`) }))} onChange={(op) => put({ op })}
        />
      )}
      {asked && simple.op !== 'empty' && simple.op !== 'filled' && <ValueInput asked={asked} value={simple.value} source={`${source}.value`} disabled={disabled} onValue={(value) => put({ value })} />}
    </Box>
  )
}

const optionsOf = ({ options }: FieldDraft) =>
  options.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    const [value = '', ...title] = line.split('=')
    return { value: value.trim(), label: title.join('=').trim() || value.trim() }
  })

const firstValue = (field: FieldDraft | undefined): string => (!field ? '' : field.type === 'flag' || field.type === 'consent' ? '1' : optionsOf(field)[0]?.value ?? '')

function ValueInput({ asked, value, source, disabled, onValue }: { readonly asked: FieldDraft; readonly value: string; readonly source: string; readonly disabled: boolean; readonly onValue: (value: string) => void }) {
  const say = useSay()
  const isFlag = asked.type === 'flag' || asked.type === 'consent'
  const options = isFlag ? [{ value: '1', label: say('field.yes') }, { value: '0', label: say('field.no') }] : asked.type === 'enum' || asked.type === 'choices' ? optionsOf(asked) : []
  if (options.length > 0) return <ChoiceSelect source={source} label={say('forms.value')} value={value} required disabled={disabled} options={options} onChange={onValue} />
  return <TextBox source={source} label={say('forms.value')} text={value} onText={onValue} required disabled={disabled} />
}

interface WrittenRuleProps extends Pick<ConditionEditorProps, 'disabled' | 'error' | 'onPut'> { readonly condition: Json; readonly source: string; readonly label: string }

function WrittenRule({ condition, source, label, disabled, error, onPut }: WrittenRuleProps) {
  const say = useSay()
  const text = typeof condition === 'string' ? condition : JSON.stringify(condition)
  const put = (next: string) => {
    // Text that is no JSON yet is kept as it is typed, and refused by the try.
    try {
      const read = next.trim() === '' ? null : JSON.parse(next) as Json
      onPut({ condition: isSame(read, condition) ? next : read })
    } catch {
      onPut({ condition: next })
    }
  }
  return <TextBox source={source} label={label} text={text} onText={put} required={false} disabled={disabled} error={error} help={say('forms.condition_help')} mono minRows={2} />
}

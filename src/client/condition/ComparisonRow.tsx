import Box from '@mui/material/Box'
import { fieldTypes } from '../../fields/data'
import { questionsOf } from '../../model/rules/rule-questions'
import {
  asksAlone,
  asksLength,
  asksSeveral,
  type RuleQuestion,
  type RuleComparison,
} from '../../model/rules/rule-draft'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { useSay } from '../../ui/show/style'
import { matching, useFieldChoices } from './asked-fields'
import { useConditionWords } from './condition-words'
import { ValueInput } from './ValueInput'

interface ComparisonRowProps {
  readonly comparison: RuleComparison
  readonly source: string
  readonly disabled: boolean
  /** The form has refused the condition: what is missing says so. */
  readonly isRefused: boolean
  readonly onPut: (comparison: RuleComparison) => void
}

/**
 * One comparison: a field, what is asked of it, and the value where one is compared. On a phone one below the other.
 */
export function ComparisonRow({ comparison, source, disabled, isRefused, onPut }: ComparisonRowProps) {
  const say = useSay()
  const { gone } = useConditionWords()
  const choices = useFieldChoices()
  const { field: name, ask } = comparison
  const chosen = choices.find(({ id }) => id === name)
  const questions = chosen ? questionsOf(chosen.field, fieldTypes) : []
  const isGone = name !== '' && !chosen
  const take = (id: string) => {
    const next = choices.find((one) => one.id === id)
    const [first = 'filled' as const] = next ? questionsOf(next.field, fieldTypes) : []
    onPut({ kind: 'comparison', field: id, ask: first, value: null })
  }
  const turn = (next: RuleQuestion) => {
    const areLengths = asksLength(ask) && asksLength(next)
    const areValues = !asksLength(ask) && !asksLength(next)
    const keeps = areLengths || (areValues && asksSeveral(ask) === asksSeveral(next))
    if (keeps && !asksAlone(next)) onPut({ ...comparison, ask: next })
    else onPut({ kind: 'comparison', field: name, ask: next, value: null })
  }
  const missing = isRefused && name === '' ? say('validation.required') : undefined
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr)' },
      }}
    >
      <LazyChoiceSearch
        source={`${source}.field`}
        label={say('condition.field')}
        required={false}
        disabled={disabled}
        openOnFocus={name === ''}
        error={isGone ? gone(name) : missing}
        chosen={chosen ?? (isGone ? { id: name, label: name } : null)}
        onChoose={(choice) => take(choice === null ? '' : String(choice.id))}
        find={(text) => Promise.resolve(matching(choices, text))}
      />
      {chosen && (
        <ChoiceSelect
          source={`${source}.ask`}
          label={say('condition.ask')}
          value={ask}
          required={false}
          disabled={disabled}
          options={questions.map((one) => ({
            value: one,
            label: say(`condition.asks.${wordOf(one, chosen.field.type)}`),
          }))}
          onChange={(next) => {
            const one = questions.find((known) => known === next)
            if (one) turn(one)
          }}
        />
      )}
      {chosen && !asksAlone(ask) && (
        <ValueInput
          key={`${name} ${asksSeveral(ask)} ${asksLength(ask)} ${ask === 'contains'}`}
          field={chosen.field}
          ask={ask}
          value={comparison.value}
          source={`${source}.value`}
          disabled={disabled}
          isRefused={isRefused}
          onValue={(value, isWrong) =>
            onPut({ kind: 'comparison', field: name, ask, value, ...(isWrong && { isWrong: true as const }) })
          }
        />
      )}
    </Box>
  )
}

/** Days and moments come earlier and later; numbers are more and less. */
const wordOf = (ask: RuleQuestion, type: string): string =>
  (type === 'date' || type === 'datetime') && DATED.includes(ask) ? `date_${ask}` : ask
const DATED: readonly RuleQuestion[] = ['eq', 'lt', 'lte', 'gt', 'gte']

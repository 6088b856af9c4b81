import InputAdornment from '@mui/material/InputAdornment'
import Box from '@mui/material/Box'
import { useId } from 'react'
import { ChoiceSelect, FieldFrame, NumberEntry, useDisplayStyle, useSay } from '#engine/ui'
import type { Json } from '#engine/model'

/** A rule as it is typed. */
export interface TypedRule {
  readonly fee_amount: Json
  readonly fee_percentage: Json
}

interface TrialRuleProps {
  readonly subscriptions: readonly {
    readonly id: number
    readonly name: string
    readonly fee_amount: number
    readonly fee_percentage: number
  }[]
  /** The subscription whose rides are looked at; null: all. */
  readonly id_subscription: number | null
  readonly rule: TypedRule
  readonly onSubscription: (id: number | null) => void
  readonly onRule: (rule: TypedRule) => void
}

/** Whose rides, and the rule that is tried over them. */
export function TrialRule({ subscriptions, id_subscription, rule, onSubscription, onRule }: TrialRuleProps) {
  const say = useSay()
  const { coin } = useDisplayStyle()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 240px))' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <ChoiceSelect
          source="id_subscription"
          required={false}
          disabled={false}
          label={say('billing.trial.subscription')}
          value={id_subscription === null ? '' : String(id_subscription)}
          empty={say('billing.trial.every_subscription')}
          options={subscriptions.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => onSubscription(value === '' ? null : Number(value))}
        />
      </Box>
      <RuleEntry
        name="fee_amount"
        value={rule.fee_amount}
        before={coin}
        onChange={(fee_amount) => onRule({ ...rule, fee_amount })}
      />
      <RuleEntry
        name="fee_percentage"
        value={rule.fee_percentage}
        after="%"
        onChange={(fee_percentage) => onRule({ ...rule, fee_percentage })}
      />
    </Box>
  )
}

interface RuleEntryProps {
  readonly name: 'fee_amount' | 'fee_percentage'
  readonly value: Json
  readonly before?: string | undefined
  readonly after?: string
  readonly onChange: (value: Json) => void
}

function RuleEntry({ name, value, before, after, onChange }: RuleEntryProps) {
  const say = useSay()
  const id = useId()
  const error = isAmount(value, name) ? undefined : say('billing.trial.no_rule')
  return (
    <FieldFrame inputId={id} label={say(`billing.trial.${name}`)} required error={error}>
      <NumberEntry
        id={id}
        name={name}
        value={value}
        required
        error={error !== undefined}
        onChange={onChange}
        before={before && <InputAdornment position="start">{before}</InputAdornment>}
        after={after && <InputAdornment position="end">{after}</InputAdornment>}
      />
    </FieldFrame>
  )
}

const MAX_FEE = { fee_amount: 100_000, fee_percentage: 100 } as const

/** Whether a typed value is one that a subscription may have. */
export const isAmount = (value: Json, name: 'fee_amount' | 'fee_percentage'): boolean =>
  value !== null &&
  value !== '' &&
  Number.isFinite(Number(value)) &&
  Number(value) >= 0 &&
  Number(value) <= MAX_FEE[name]

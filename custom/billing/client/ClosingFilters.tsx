import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ChoiceSelect, DateBox, TextBox, useSay } from '#engine/ui'
import { lastHalf, lastMonth, lastWeek } from '../model/closing-periods'

export interface ClosingAsked {
  readonly date_from: string
  readonly date_to: string
  readonly id_branch?: number
}

interface ClosingFiltersProps {
  readonly asked: ClosingAsked
  readonly branches: readonly { readonly id: number; readonly name: string }[]
  readonly today: string | undefined
  readonly disabled: boolean
  /** What its rows are of, and the part of a name by which they are narrowed. */
  readonly party: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onChange: (asked: ClosingAsked) => void
}

const PRESETS = { week: lastWeek, half: lastHalf, month: lastMonth } as const

/** Which days, both included, which branch's drivers or companies, and whose. A day beyond the other takes it along. */
export function ClosingFilters({
  asked,
  branches,
  today,
  disabled,
  party,
  typed,
  onType,
  onChange,
}: ClosingFiltersProps) {
  const say = useSay()
  const { date_from, date_to, id_branch } = asked
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((name) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            disabled={disabled || today === undefined}
            onClick={() => {
              if (today !== undefined) onChange({ ...asked, ...PRESETS[name](today) })
            }}
          >
            {say(`billing.presets.${name}`)}
          </Button>
        ))}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 240px))' },
          alignItems: 'start',
        }}
      >
        <DateBox
          kind="date"
          source="date_from"
          label={say('billing.from')}
          value={date_from}
          whenLeft
          required
          disabled={disabled}
          onChange={(value) => {
            if (value) onChange({ ...asked, date_from: value, date_to: value > date_to ? value : date_to })
          }}
        />
        <DateBox
          kind="date"
          source="date_to"
          label={say('billing.to')}
          value={date_to}
          whenLeft
          required
          disabled={disabled}
          onChange={(value) => {
            if (value) onChange({ ...asked, date_to: value, date_from: value < date_from ? value : date_from })
          }}
        />
        {branches.length > 1 && (
          <ChoiceSelect
            source="id_branch"
            required={false}
            disabled={disabled}
            label={say('billing.branch')}
            value={id_branch === undefined ? '' : String(id_branch)}
            empty={say('billing.all_branches')}
            options={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => onChange({ date_from, date_to, ...(value !== '' && { id_branch: Number(value) }) })}
          />
        )}
        <TextBox source="party" label={party} required={false} disabled={disabled} text={typed} onText={onType} />
      </Box>
    </Box>
  )
}

import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { EMPTY_COMPARISON, type RuleGroup, type RulePart } from '../../model/rules/rule-draft'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { useSay } from '../../ui/show/style'
import { ComparisonRow } from './ComparisonRow'
import { useConditionWords } from './condition-words'
import { RuleText } from './RuleText'
import { useFocusNext } from './use-focus-next'

interface GroupBoxProps {
  readonly group: RuleGroup
  readonly source: string
  readonly depth: number
  readonly disabled: boolean
  readonly isRefused: boolean
  /** The whole condition, in which the focus moves. */
  readonly box: { readonly current: HTMLElement | null }
  readonly onGroup: (group: RuleGroup) => void
}

// Deeper ones are shown as they are; nobody builds them by hand.
const DEEPEST = 2

/** Comparisons of which all hold, or one at least, and groups within it. */
export function GroupBox({ group, source, depth, disabled, isRefused, box, onGroup }: GroupBoxProps) {
  const say = useSay()
  const focusNext = useFocusNext(box)
  const { none } = useConditionWords()
  const { parts, join } = group
  const put = (at: number, part: RulePart) => {
    onGroup({ ...group, parts: parts.map((one, index) => (index === at ? part : one)) })
  }
  const add = (part: RulePart, focus: string) => {
    focusNext(focus)
    onGroup({ ...group, parts: [...parts, part] })
  }
  const remove = (at: number) => {
    focusNext(`${source}.add`)
    onGroup({ ...group, parts: parts.filter((_, index) => index !== at) })
  }
  return (
    <Stack spacing={1}>
      {parts.length > 1 && (
        <Box sx={{ maxWidth: 360 }}>
          <ChoiceSelect
            source={`${source}.join`}
            label={say('condition.join')}
            value={join}
            required={false}
            disabled={disabled}
            options={[
              { value: 'all', label: say('condition.all') },
              { value: 'any', label: say('condition.any') },
            ]}
            onChange={(next) => onGroup({ ...group, join: next === 'any' ? 'any' : 'all' })}
          />
        </Box>
      )}
      {parts.map((part, at) => {
        const own = `${source}.${at}`
        const name = say('condition.part', { n: at + 1 })
        const removal = !disabled && (
          <IconButton onClick={() => remove(at)} aria-label={say('condition.remove', { name })}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        )
        return (
          <Paper
            key={at}
            variant="outlined"
            role="group"
            aria-label={name}
            sx={{ p: 1, display: 'flex', gap: 0.5, alignItems: 'flex-start' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {part.kind === 'comparison' && (
                <ComparisonRow
                  comparison={part}
                  source={own}
                  disabled={disabled}
                  isRefused={isRefused}
                  onPut={(next) => put(at, next)}
                />
              )}
              {part.kind === 'other' && <RuleText rule={part.rule} isPart />}
              {part.kind === 'group' && (
                <GroupBox
                  group={part}
                  source={own}
                  depth={depth + 1}
                  disabled={disabled}
                  isRefused={isRefused}
                  box={box}
                  onGroup={(next) => (next.parts.length === 0 ? remove(at) : put(at, next))}
                />
              )}
            </Box>
            {removal}
          </Paper>
        )
      })}
      {parts.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {none}
        </Typography>
      )}
      {!disabled && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button
            data-field={depth === 0 ? source : undefined}
            name={`${source}.add`}
            color="inherit"
            variant="outlined"
            size="small"
            startIcon={<AddIcon />}
            onClick={() => add(EMPTY_COMPARISON, `${source}.${parts.length}.field`)}
            sx={{ borderColor: 'divider' }}
          >
            {say('condition.add')}
          </Button>
          {parts.length > 0 && depth < DEEPEST && (
            <Button
              color="inherit"
              size="small"
              startIcon={<AddIcon />}
              onClick={() =>
                add(
                  { kind: 'group', join: join === 'all' ? 'any' : 'all', parts: [EMPTY_COMPARISON, EMPTY_COMPARISON] },
                  `${source}.${parts.length}.0.field`,
                )
              }
            >
              {say('condition.add_group')}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}

import Typography from '@mui/material/Typography'
import type { Json } from '../../model/json'
import { useSay } from '../../ui/show/style'
import { useRuleText } from './use-rule-text'

/** The condition as a sentence, once it is finished: what was put together, read aloud. */
export function ConditionText({ rule }: { readonly rule: Json }) {
  const say = useSay()
  const text = useRuleText(rule)
  if (text === null) return null
  return (
    <Typography
      component="output" variant="body2"
      sx={{ display: 'block', mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {say('condition.reads', { rule: text })}
    </Typography>
  )
}

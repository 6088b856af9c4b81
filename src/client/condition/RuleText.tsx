import Typography from '@mui/material/Typography'
import type { Json } from '../../model/json'
import { useSay } from '../../ui/show/style'
import { useRuleText } from './use-rule-text'

/**
 * A rule as a sentence. Beside what is put together, what was put together is read aloud, once it is finished; a part
 * that was written elsewhere, in words that are not offered here, is read, kept or removed.
 */
export function RuleText({ rule, isPart = false }: { readonly rule: Json; readonly isPart?: boolean }) {
  const say = useSay()
  const text = useRuleText(rule)
  if (isPart) {
    return (
      <Typography variant="body2" sx={{ py: 1, overflowWrap: 'anywhere' }}>
        {text ?? say('condition.not_understood')}
      </Typography>
    )
  }
  if (text === null) return null
  return (
    <Typography
      component="output"
      variant="body2"
      sx={{ display: 'block', mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {say('condition.reads', { rule: text })}
    </Typography>
  )
}

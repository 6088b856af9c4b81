import Typography from '@mui/material/Typography'
import type { JsonObject } from '../../model/json'
import { useRuleText } from './use-rule-text'
import { useSay } from '../../ui/show/style'

/** A condition that was written elsewhere, in words that are not offered here: it is read, kept or removed. */
export function OtherPart({ rule }: { readonly rule: JsonObject }) {
  const say = useSay()
  const text = useRuleText(rule)
  return (
    <Typography variant="body2" sx={{ py: 1, overflowWrap: 'anywhere' }}>
      {text ?? say('condition.not_understood')}
    </Typography>
  )
}

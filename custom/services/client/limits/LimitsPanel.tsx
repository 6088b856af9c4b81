import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { captionOf, failureText, type PanelProps, useCall } from '#engine/client'
import { moneyText, Notice, useDisplayStyle, useSay } from '#engine/ui'
import { companyLimitsCall, type LimitLeft } from '../../model/limits-call'

/** Panel `company-limits` of a company and of an area: what may still be spent this month, by whom. */
export default function LimitsPanel({ resource, record }: PanelProps) {
  const say = useSay()
  const id = Number(record['id'])
  const isArea = resource === 'company_areas'
  const asked = isArea ? { id_company: Number(record['id_company']), id_company_area: id } : { id_company: id }
  const { answer, failure, retry } = useCall(companyLimitsCall, asked)
  if (failure !== null) {
    const again = (
      <Button variant="outlined" onClick={retry}>
        {say('actions.retry')}
      </Button>
    )
    return <Notice icon="error" title={failureText(failure, say)} caption={captionOf(failure)} action={again} />
  }
  if (!answer) return <Skeleton variant="rounded" height={240} aria-busy />
  if (answer.items.length === 0) return <Notice icon="empty" title={say('services.limits.none')} />
  return (
    <Box component="ul" sx={{ m: 0, p: 0, py: 2, display: 'grid', gap: 2, maxWidth: 640, listStyle: 'none' }}>
      {answer.items.map((item) => (
        <Limit key={`${item.of}.${item.id}`} item={item} />
      ))}
    </Box>
  )
}

function Limit({ item: { of, name, limit, spent, left, near, reached } }: { readonly item: LimitLeft }) {
  const say = useSay()
  const style = useDisplayStyle()
  const title = of === 'company' ? say('services.limits.company') : `${say(`services.limits.${of}`)}: ${name}`
  const colour = reached === 1 ? 'error' : near === 1 ? 'warning' : 'primary'
  const money = (amount: number): string => moneyText(amount, style)
  const text =
    spent === null || left === null
      ? say(`services.limits.${reached === 1 ? 'reached' : near === 1 ? 'near' : 'enough'}`)
      : say('services.limits.spent', { spent: money(spent), limit: money(limit), left: money(left) })
  return (
    <Box component="li">
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
      {spent !== null && (
        <LinearProgress
          variant="determinate"
          color={colour}
          aria-label={title}
          value={Math.min(100, (spent / limit) * 100)}
          sx={{ height: 8, borderRadius: 1, my: 0.5 }}
        />
      )}
      <Typography
        variant="body2"
        sx={{ color: reached === 1 ? 'error.main' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {text}
      </Typography>
    </Box>
  )
}

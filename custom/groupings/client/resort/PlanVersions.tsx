import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { failureText, useCall } from '#engine/client'
import { Badge, dateTimeText, useDisplayStyle } from '#engine/ui'
import { plansCall } from '../../model/grouping-calls'
import type { RouteWords } from '../route/route-words'

/** The versions of a route: who has made which, when and how, and the way back to each. */
export function PlanVersions({
  id,
  words,
  onRestore,
}: {
  id: number
  words: RouteWords
  onRestore: ((number: number) => void) | null
}) {
  const { say, length, minutes } = words
  const { zone } = useDisplayStyle()
  const { answer, failure, retry } = useCall(plansCall, { id })
  return (
    <Paper variant="outlined" component="section" aria-label={say('groupings.versions')} sx={{ p: 1.5 }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {say('groupings.versions')}
      </Typography>
      {failure !== null && (
        <Box sx={{ fontSize: 13 }}>
          {failureText(failure, say)}{' '}
          <Button size="small" onClick={retry}>
            {say('actions.retry')}
          </Button>
        </Box>
      )}
      {!answer && failure === null && <Skeleton variant="rounded" height={80} />}
      {answer?.items.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {say('groupings.no_versions')}
        </Typography>
      )}
      <List disablePadding dense sx={{ maxHeight: 280, overflowY: 'auto' }}>
        {answer?.items.map((plan, at) => (
          <ListItem
            key={plan.number}
            disableGutters
            sx={{ gap: 1, alignItems: 'flex-start', borderTop: at > 0 ? 1 : 0, borderColor: 'divider' }}
          >
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Box sx={{ fontSize: 13.5, fontWeight: 600 }}>
                {say('groupings.version', { number: plan.number })}{' '}
                <Badge color={plan.source_obj.color}>
                  {plan.restored === null ? plan.source_obj.name : `${plan.source_obj.name}: ${plan.restored}`}
                </Badge>
              </Box>
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                {[plan.by, dateTimeText(plan.date, zone)].filter(Boolean).join(' · ')}
              </Box>
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                {[length(plan.distance ?? 0), minutes(plan.duration ?? 0)].join(' · ')}
                {(plan.late_s ?? 0) > 0 && ` · ${say('groupings.late')} ${minutes(plan.late_s ?? 0)}`}
              </Box>
            </Box>
            {at === 0 ? (
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{say('groupings.present')}</Box>
            ) : (
              onRestore && (
                <Button
                  size="small"
                  onClick={() => onRestore(plan.number)}
                  aria-label={say('groupings.restore_of', { number: plan.number })}
                >
                  {say('groupings.restore')}
                </Button>
              )
            )}
          </ListItem>
        ))}
      </List>
    </Paper>
  )
}

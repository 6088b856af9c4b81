import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import Box from '@mui/material/Box'
import type { Json } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import type { StatAnswer } from '../../../model/stat-answer'
import { numberText } from '../../../model/values/shown-number'
import { useDisplayStyle, useSay } from '../../../ui/show/style'
import type { StatWords } from './stat-words'

interface StatCardProps {
  readonly stat: Stat
  readonly title: string
  readonly answer: StatAnswer
  readonly words: StatWords
  /** Shows the rows that were counted; absent: the list shows them already, or cannot. */
  readonly onOpen?: () => void
}

/** One number, and how it changed since the like time before. */
export function StatCard({ stat, title, answer, words, onOpen }: StatCardProps) {
  const content = (
    <Box sx={{ p: 1.5, textAlign: 'start', width: '100%' }}>
      <Typography
        variant="body2"
        component="span"
        sx={{ color: 'text.secondary', display: 'block', lineHeight: 1.3, mb: 0.25 }}
      >
        {title}
      </Typography>
      <Typography
        component="span"
        sx={{ display: 'block', fontSize: 22, fontWeight: 600, fontVariantNumeric: 'tabular-nums', lineHeight: 1.4 }}
        noWrap
      >
        <bdi>{words.value(answer.value)}</bdi>
      </Typography>
      {answer.lacking !== undefined && <Lacking rows={answer.lacking} />}
      {answer.before !== undefined && (
        <Change now={answer.value} before={answer.before} good={stat.good} said={words.value(answer.before)} />
      )}
    </Box>
  )
  return (
    <Paper variant="outlined" component="li" sx={{ minWidth: 0, overflow: 'hidden' }}>
      {onOpen ? (
        <ButtonBase
          onClick={onOpen}
          sx={{
            width: '100%',
            height: '100%',
            alignItems: 'flex-start',
            '&:focus-visible': { outline: '2px solid', outlineOffset: -2 },
          }}
        >
          {content}
        </ButtonBase>
      ) : (
        content
      )}
    </Paper>
  )
}

/** Of how many rows the number is without what is hidden from the asker. */
function Lacking({ rows }: { rows: number }) {
  const say = useSay()
  return (
    <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
      {say('stats.lacking', { smart_count: rows })}
    </Typography>
  )
}

/** `▲ 12 %` with what it was; nothing before is new, not endlessly more. */
function Change({ now, before, good, said }: { now: Json; before: Json; good: Stat['good']; said: string }) {
  const say = useSay()
  const style = useDisplayStyle()
  const [is, was] = [Number(now ?? 0), Number(before ?? 0)]
  const percent = was === 0 ? null : Math.round((1000 * (is - was)) / Math.abs(was)) / 10
  const isUp = is > was
  const isGood = good === undefined || is === was ? null : isUp === (good === 'up')
  const text =
    percent === null
      ? say(is === 0 ? 'stats.same' : 'stats.new')
      : percent === 0
        ? say('stats.same')
        : `${isUp ? '▲' : '▼'} ${numberText(String(Math.abs(percent)), style)} %`
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'block', color: isGood === null ? 'text.secondary' : isGood ? 'success.dark' : 'error.main' }}
      noWrap
    >
      <bdi>{text}</bdi>{' '}
      <Box component="bdi" sx={{ color: 'text.secondary' }}>
        {say('stats.before', { value: said })}
      </Box>
    </Typography>
  )
}

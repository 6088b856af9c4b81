import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { captionOf, failureText, useCall } from '#engine/client'
import { Notice, useSay } from '#engine/ui'
import { type BookRule, rulesCall } from '../model/rules-call'

/** What each kind of record enters into the books: when, how much, out of which account and into which. */
export function RulesList() {
  const say = useSay()
  const { answer, failure } = useCall(rulesCall, {})
  return (
    <>
      <Box>
        <Typography variant="h2">{say('ledger.rules.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', fontSize: 14, mt: 0.5 }}>{say('ledger.rules.about')}</Typography>
      </Box>
      {failure !== null && <Notice icon="error" title={failureText(failure, say)} caption={captionOf(failure)} />}
      {failure === null && !answer && <Skeleton variant="rounded" height={240} aria-busy />}
      {answer && (
        <Paper variant="outlined" component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {answer.rules.map((rule, at) => (
            <RuleLine key={at} rule={rule} />
          ))}
        </Paper>
      )}
    </>
  )
}

function RuleLine({ rule: { of, kind, on, back, lines } }: { readonly rule: BookRule }) {
  const say = useSay()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 0.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '240px minmax(0, 1fr)' },
        columnGap: 2,
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontSize: 14, fontWeight: 500 }}>
          {of} · {on}
        </Typography>
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
          {kind}
          {back !== null && <> · {say('ledger.rules.back', { move: back })}</>}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', minWidth: 0 }}>
        {lines.map(({ amount, from, to }, at) => (
          <Typography key={at} component="li" sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {amount}
            </Box>
            {': '}
            {say('ledger.rules.from_to', { from, to })}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

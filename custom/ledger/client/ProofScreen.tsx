import GoodIcon from '@mui/icons-material/CheckCircleOutlined'
import WrongIcon from '@mui/icons-material/ErrorOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { FailedNotice, useCall } from '#engine/client'
import { Fragment } from 'react'
import { AppLink, useSay } from '#engine/ui'
import { type BooksProof, proofCall } from '../model/proof-call'
import { DaysTable } from './DaysTable'
import { RulesList } from './RulesList'

/**
 * Screen `/ledger/proof`: each statement about the books with what was counted, and the closed days with their hashes.
 */
export default function ProofScreen() {
  const say = useSay()
  const { answer, failure, retry } = useCall(proofCall, {})
  const wrong = answer?.proofs.filter((one) => one.wrong > 0).length ?? 0
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 1100 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h1">{say('modules.ledger_proof')}</Typography>
        <Button variant="outlined" disabled={!answer && failure === null} onClick={retry}>
          {say('ledger.proof.again')}
        </Button>
      </Box>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>{say('ledger.proof.about')}</Typography>
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !answer && (
        <Box aria-busy sx={{ display: 'grid', gap: 2 }}>
          <Skeleton variant="rounded" height={320} />
          <Skeleton variant="rounded" height={240} />
        </Box>
      )}
      {answer && (
        <>
          <Typography role="status" sx={{ fontWeight: 600, color: wrong === 0 ? 'success.main' : 'error.main' }}>
            {wrong === 0 ? say('ledger.proof.right') : say('ledger.proof.wrong', { smart_count: wrong })}
          </Typography>
          <Paper variant="outlined" component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {answer.proofs.map((one) => (
              <ProofLine key={one.id} proof={one} />
            ))}
          </Paper>
          <DaysTable days={answer.days} />
        </>
      )}
      <RulesList />
    </Box>
  )
}

function ProofLine({ proof: { id, of, wrong, examples } }: { readonly proof: BooksProof }) {
  const say = useSay()
  const holds = wrong === 0
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      {holds ? <GoodIcon color="success" aria-hidden /> : <WrongIcon color="error" aria-hidden />}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ fontSize: 14, fontWeight: 500 }}>{say(`ledger.proof.says.${id}`)}</Typography>
        <Typography sx={{ fontSize: 13, color: holds ? 'text.secondary' : 'error.main', overflowWrap: 'anywhere' }}>
          {holds ? say('ledger.proof.of', { smart_count: of }) : `${say('ledger.proof.but', { smart_count: wrong })}: `}
          {examples.map(({ text, path }, at) => (
            <Fragment key={path ?? text}>
              {at > 0 && ', '}
              {path === undefined ? (
                text
              ) : (
                <AppLink to={path} color="inherit">
                  {text}
                </AppLink>
              )}
            </Fragment>
          ))}
          {wrong > examples.length && '…'}
        </Typography>
      </Box>
    </Box>
  )
}

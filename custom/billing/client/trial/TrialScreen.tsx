import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { captionOf, FailedNotice, failureText, saveFile, useAsked, useCall, useProvider } from '#engine/client'
import { fold, todayIn } from '#engine/model'
import { AppLink, Notice, useDisplayStyle, useSay } from '#engine/ui'
import { lastMonth } from '../../model/closing-periods'
import { trialCall, trialChoicesCall } from '../../model/trial-call'
import { ClosingFilters, type ClosingAsked } from '../ClosingFilters'
import { isAmount, TrialRule, type TypedRule } from './TrialRule'
import { TrialTable } from './TrialTable'

const PAUSE_MS = 400

/**
 * Screen `/commissions/trial`: another rule of commission over the rides of a period, driver by driver; nothing is
 * written. `?id_subscription=` begins with that one's rule.
 */
export default function TrialScreen() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const provider = useProvider()
  const [params] = useSearchParams()
  const first = Number(params.get('id_subscription') ?? '')
  const [period, setPeriod] = useState<ClosingAsked>(() => lastMonth(todayIn(zone)))
  const [chosen, setChosen] = useState<number | null>(first > 0 ? first : null)
  const [typed, setTyped] = useState<TypedRule | null>(null)
  const [named, setNamed] = useState('')
  const [refused, setRefused] = useState<unknown>(null)
  const choices = useCall(trialChoicesCall, {})
  const subscriptions = choices.answer?.subscriptions ?? []
  const ruleOf = (id: number | null): TypedRule => {
    const { fee_amount, fee_percentage } = subscriptions.find(
      (one) => one.id === (id ?? choices.answer?.id_default),
    ) ?? { fee_amount: 0, fee_percentage: 0 }
    return { fee_amount, fee_percentage }
  }
  const rule = typed ?? ruleOf(chosen)
  const isRule = isAmount(rule.fee_amount, 'fee_amount') && isAmount(rule.fee_percentage, 'fee_percentage')
  const asked = {
    ...period,
    ...(chosen !== null && { id_subscription: chosen }),
    fee_amount: Number(rule.fee_amount),
    fee_percentage: Number(rule.fee_percentage),
  }
  const { answer, failure, busy, retry } = useAsked(trialCall, choices.answer && isRule ? asked : null, PAUSE_MS)
  const all = answer?.drivers ?? []
  const rows = all.filter(({ name }) => fold(name).includes(fold(named.trim())))
  const wrong = choices.failure ?? failure
  const save = (): void => {
    setRefused(null)
    const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    void provider
      .reportFile('commissions/trialExport', query, 'xlsx')
      .then(({ blob, name }) => saveFile(blob, name), setRefused)
  }
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h1">{say('modules.commission_trial')}</Typography>
        {rows.length > 0 && (
          <Button variant="outlined" onClick={save}>
            {say('billing.ageing.export')}
          </Button>
        )}
      </Box>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>
        {say('billing.trial.about')}
      </Typography>
      <ClosingFilters
        asked={period}
        branches={choices.answer?.branches ?? []}
        today={choices.answer?.today}
        disabled={false}
        party={say('billing.driver')}
        typed={named}
        onType={setNamed}
        onChange={setPeriod}
      />
      <TrialRule
        subscriptions={subscriptions}
        id_subscription={chosen}
        rule={rule}
        onRule={setTyped}
        onSubscription={(id) => {
          setChosen(id)
          setTyped(id === null ? rule : ruleOf(id))
        }}
      />
      {refused !== null && <Notice icon="error" title={failureText(refused, say)} caption={captionOf(refused)} />}
      {wrong !== null && <FailedNotice failure={wrong} onRetry={choices.failure === null ? retry : choices.retry} />}
      {wrong === null && !answer && isRule && <Skeleton aria-busy variant="rounded" height={260} />}
      {wrong === null && answer && rows.length === 0 && (
        <Notice icon="empty" title={say(all.length === 0 ? 'billing.trial.nothing' : 'billing.nobody_so')} />
      )}
      {wrong === null && rows.length > 0 && (
        <Box aria-busy={busy} sx={{ display: 'grid', gap: 1, minWidth: 0, opacity: busy ? 0.6 : 1 }}>
          <TrialTable rows={rows} title={say('modules.commission_trial')} />
          {answer !== null && answer.by_hand > 0 && (
            <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
              {say('billing.trial.by_hand', { smart_count: answer.by_hand })}
            </Typography>
          )}
        </Box>
      )}
      {chosen !== null && (
        <Box>
          <AppLink to={`/subscriptions/${chosen}`}>{say('billing.trial.set')}</AppLink>
        </Box>
      )}
    </Box>
  )
}

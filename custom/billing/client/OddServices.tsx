import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { Suspense, useState } from 'react'
import { failureText, FeatureDialog, mayOpen, useConsole, useProvider } from '#engine/client'
import { AppLink, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { ExcludeCall, OddService } from '../model/closing-shape'

interface OddServicesProps {
  /** What was asked of a party's odd services. */
  readonly found: {
    readonly answer: { readonly services: readonly OddService[] } | null
    readonly failure: unknown
    readonly retry: () => void
  }
  readonly excludeCall: ExcludeCall
  /** What the house and the driver share can be mended here. */
  readonly hasShares?: true
  readonly onChanged: () => void
}

/** What is odd, ride by ride: its page mends it, or what is shared is mended here; a reason leaves it out. */
export function OddServices({
  found: { answer, failure, retry },
  excludeCall,
  hasShares,
  onChanged,
}: OddServicesProps) {
  const say = useSay()
  const provider = useProvider()
  const { actor, model } = useConsole()
  const [refused, setRefused] = useState<unknown>(null)
  const [mended, setMended] = useState<OddService | null>(null)
  const mayMend = hasShares === true && mayOpen(actor, model, 'services', 'edit')
  const again = (): void => {
    retry()
    onChanged()
  }
  const exclude = (id_service: number, excluded: 0 | 1, reason: string): void => {
    void provider.call(excludeCall, { id_service, excluded, reason }).then(() => {
      setRefused(null)
      again()
    }, setRefused)
  }
  if (failure !== null) return <Alert severity="error">{failureText(failure, say)}</Alert>
  if (!answer) return <Skeleton aria-busy height={40} />
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        whiteSpace: 'normal',
        position: 'sticky',
        left: 12,
        maxWidth: { xs: 'calc(100vw - 58px)', sm: 'none' },
      }}
    >
      {refused !== null && <Alert severity="error">{failureText(refused, say)}</Alert>}
      {answer.services.map((service) => (
        <OddLine
          key={service.id_service}
          service={service}
          onExclude={exclude}
          onMend={mayMend && service.shares !== null ? () => setMended(service) : null}
        />
      ))}
      {mended && (
        <Suspense>
          <FeatureDialog
            name="service-shares"
            resource="services"
            record={{ id: mended.id_service, ...mended.shares }}
            onClose={(changed) => {
              setMended(null)
              if (changed) again()
            }}
          />
        </Suspense>
      )}
    </Box>
  )
}

interface OddLineProps {
  readonly service: OddService
  readonly onExclude: (id: number, excluded: 0 | 1, reason: string) => void
  readonly onMend: (() => void) | null
}

function OddLine({ service: { id_service, product, total, net, why, reason }, onExclude, onMend }: OddLineProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [text, setText] = useState('')
  const isOut = why.includes('excluded')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', fontSize: 13 }}>
      <AppLink to={`/services/${id_service}`}>{String(id_service)}</AppLink>
      <span>{product}</span>
      <span>{say('billing.of_total', { net: moneyText(net, style), total: moneyText(total, style) })}</span>
      <b>{why.map((one) => say(`billing.why.${one}`)).join(' · ')}</b>
      {reason !== null && <span>{reason}</span>}
      {onMend && (
        <Button size="small" onClick={onMend}>
          {say('billing.mend')}
        </Button>
      )}
      {isOut ? (
        <Button size="small" onClick={() => onExclude(id_service, 0, '')}>
          {say('billing.include')}
        </Button>
      ) : (
        <>
          <TextField
            size="small"
            label={say('billing.reason')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            slotProps={{ htmlInput: { maxLength: 160 } }}
          />
          <Button size="small" disabled={text.trim() === ''} onClick={() => onExclude(id_service, 1, text)}>
            {say('billing.exclude')}
          </Button>
        </>
      )}
    </Box>
  )
}

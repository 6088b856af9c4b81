import Typography from '@mui/material/Typography'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { ClientData } from './use-client-data'

/** What the client, and their area, may still spend this month. */
export function OwnLimits({ limits }: { readonly limits: ClientData['own_limits'] }) {
  const say = useSay()
  const style = useDisplayStyle()
  return limits.map(({ of, left, near, reached }) => {
    const word = reached === 1 ? 'reached' : left === null ? (near === 1 ? 'near' : null) : 'left'
    if (word === null) return null
    return (
      <Typography
        key={of}
        variant="body2"
        sx={{ color: reached === 1 ? 'error.main' : near === 1 ? 'warning.dark' : 'text.secondary' }}
      >
        {say(`services.form.client.own_limits.${of}_${word}`, { amount: left === null ? '' : moneyText(left, style) })}
      </Typography>
    )
  })
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '#engine/ui'
import { Summary } from './Summary'

/** Screen `/summary`: all services, or by the address those of a client (`?id_client=`) or a driver (`?id_driver=`). */
export default function SummaryScreen() {
  const say = useSay()
  const [params, setParams] = useSearchParams()
  const whose = { ...idOf('id_client', params), ...idOf('id_driver', params) }
  const setEarning = (earning: boolean): void =>
    setParams(
      (was) => {
        const next = new URLSearchParams(was)
        if (earning) next.set('earning', '1')
        else next.delete('earning')
        return next
      },
      { replace: true },
    )
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {say('modules.summary')}
      </Typography>
      <Summary whose={whose} earning={params.get('earning') === '1'} onEarning={setEarning} />
    </Box>
  )
}

const idOf = (name: string, params: URLSearchParams) => {
  const id = Number(params.get(name))
  return Number.isSafeInteger(id) && id > 0 ? { [name]: id } : {}
}

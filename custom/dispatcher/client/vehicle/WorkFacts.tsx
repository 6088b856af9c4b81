import Link from '@mui/material/Link'
import { Badge, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { Fact } from './Fact'

/** What a vehicle is at: the ride it is on, the one its driver is asked about, and what today has brought. */
export function WorkFacts({ vehicle, onService }: { vehicle: LiveVehicle; onService: (id_service: number) => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { se_id, se_state_bj, vehicle_requesting, today_services, today_amount } = vehicle
  const service = se_id ?? vehicle_requesting
  return (
    <>
      {service !== null && (
        <Fact name={say('dispatcher.card.service')}>
          <Link component="button" type="button" underline="hover" onClick={() => onService(service)} sx={{ fontSize: 13, marginInlineEnd: 1 }}>{`#${service}`}</Link>
          {se_state_bj ? <Badge color={se_state_bj.color} icon={se_state_bj.icon}>{se_state_bj.name}</Badge> : say('dispatcher.card.asked')}
        </Fact>
      )}
      {today_services !== null && (
        <Fact name={say('dispatcher.card.today')}>
          {say('dispatcher.card.rides', { smart_count: today_services })}
          {today_amount !== null && ` · ${moneyText(today_amount, style)}`}
        </Fact>
      )}
    </>
  )
}

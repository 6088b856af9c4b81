import { useState } from 'react'
import { useCall, useProvider } from '#engine/client'
import { todayIn } from '#engine/model'
import { useDisplayStyle, useSay } from '#engine/ui'
import { lastWeek } from '../model/closing-periods'
import { generationCallOf, partnersBeginCall, stopCallOf } from '../model/generation-calls'
import { partnerPreviewCall, type PartnerRow } from '../model/partner-calls'
import type { ClosingAsked } from './ClosingFilters'
import { ClosingPage, draftsIn } from './ClosingPage'
import type { ClosingRow } from './ClosingTable'

const CALLS = { run: generationCallOf('partner_statements'), stop: stopCallOf('partner_statements') }
const SUMS = ['sales', 'commission', 'incidents', 'collected', 'earlier', 'net'] as const

/** Screen `/partner_statements/generate`. */
export default function PartnersScreen() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const provider = useProvider()
  const [asked, setAsked] = useState<ClosingAsked>(() => lastWeek(todayIn(zone)))
  const { answer, failure, retry } = useCall(partnerPreviewCall, asked)
  const { date_from, date_to } = asked
  const begin = (rows: readonly ClosingRow[]) =>
    provider.call(
      partnersBeginCall,
      { date_from, date_to, id_partners: rows.map(({ key }) => Number(key)) },
      { quiet: true },
    )
  return (
    <ClosingPage
      title={say('billing.partners.title')}
      about={say('billing.partners.about')}
      nothing={say('billing.partners.nothing')}
      party={say('billing.partners.partner')}
      counted={say('billing.partners.orders')}
      sums={SUMS}
      drafts={draftsIn('partner_statements', '1')}
      asked={asked}
      onAsk={setAsked}
      answer={answer}
      failure={failure}
      retry={retry}
      rows={(answer?.partners ?? []).map(rowOf)}
      calls={CALLS}
      begin={begin}
    />
  )
}

function rowOf({
  id_partner,
  name,
  orders,
  sales,
  commission,
  incidents,
  cash,
  earlier,
  net,
  draft,
  issued,
}: PartnerRow): ClosingRow {
  return {
    key: String(id_partner),
    name,
    path: `/partners/${id_partner}`,
    services: orders,
    sums: { sales, commission, incidents, collected: cash, earlier, net },
    to_look_at: 0,
    // What another statement of these days has taken is not open any more.
    isAble: orders > 0,
    issued,
    draft: draft === null ? null : `/partner_statements/${draft}`,
  }
}

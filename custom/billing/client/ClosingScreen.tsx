import { useState } from 'react'
import { useCall, useProvider } from '#engine/client'
import { todayIn } from '#engine/model'
import { useDisplayStyle, useSay } from '#engine/ui'
import { excludeCall, oddServicesCall, previewLiquidationsCall, type PreviewRow } from '../model/closing-calls'
import { lastWeek } from '../model/closing-periods'
import { generationCallOf, statementsBeginCall, stopCallOf } from '../model/generation-calls'
import type { ClosingAsked } from './ClosingFilters'
import { ClosingPage, draftsIn } from './ClosingPage'
import type { ClosingRow } from './ClosingTable'
import { OddServices } from './OddServices'
import { RadarCard } from './RadarCard'

/** Screen `/liquidations/generate`. */
export default function ClosingScreen() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const provider = useProvider()
  const [asked, setAsked] = useState<ClosingAsked>(() => lastWeek(todayIn(zone)))
  const { answer, failure, retry } = useCall(previewLiquidationsCall, asked)
  const { date_from, date_to } = asked
  const begin = (rows: readonly ClosingRow[]) =>
    provider.call(
      statementsBeginCall,
      { date_from, date_to, id_drivers: rows.map(({ key }) => Number(key)) },
      { quiet: true },
    )
  return (
    <ClosingPage
      title={say('billing.title')}
      about={say('billing.about')}
      nothing={say('billing.nothing')}
      party={say('billing.driver')}
      sums={sumsOf(answer?.drivers ?? [])}
      drafts={draftsIn('liquidations', '1')}
      choices={<RadarCard />}
      asked={asked}
      onAsk={setAsked}
      answer={answer}
      failure={failure}
      retry={retry}
      rows={(answer?.drivers ?? []).map(rowOf)}
      calls={CALLS}
      begin={begin}
      renderOdd={({ key }) => (
        <DriverOdd id_driver={Number(key)} date_from={date_from} date_to={date_to} onChanged={retry} />
      )}
    />
  )
}

const CALLS = { run: generationCallOf('liquidations'), stop: stopCallOf('liquidations') }
const SUMS = ['earned', 'cash', 'taken', 'earlier', 'net'] as const

/** Commission is taken from wallets where the house has it so. */
const sumsOf = (drivers: readonly PreviewRow[]): readonly string[] =>
  SUMS.filter((name) => name !== 'taken' || drivers.some(({ taken }) => taken !== 0))

function rowOf({
  id_driver,
  name,
  services,
  earned,
  cash,
  taken,
  earlier,
  net,
  to_look_at,
  issued,
  draft,
}: PreviewRow): ClosingRow {
  return {
    key: String(id_driver),
    name,
    path: `/drivers/${id_driver}`,
    services,
    sums: { earned, cash, taken, earlier, net },
    to_look_at,
    isAble: issued === null && services > 0,
    issued,
    draft: issued === null && draft !== null ? `/liquidations/${draft}` : null,
  }
}

function DriverOdd({
  onChanged,
  ...asked
}: {
  readonly id_driver: number
  readonly date_from: string
  readonly date_to: string
  readonly onChanged: () => void
}) {
  return (
    <OddServices found={useCall(oddServicesCall, asked)} excludeCall={excludeCall} hasShares onChanged={onChanged} />
  )
}

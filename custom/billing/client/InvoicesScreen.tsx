import Box from '@mui/material/Box'
import { useState } from 'react'
import { useCall, useProvider } from '#engine/client'
import { todayIn } from '#engine/model'
import { ChoiceSelect, useDisplayStyle, useSay } from '#engine/ui'
import { lastMonth } from '../model/closing-periods'
import {
  BY,
  type InvoicedBy,
  type Detail,
  DETAILS,
  invoiceExcludeCall,
  invoiceOddCall,
  type InvoiceParty,
  invoicePreviewCall,
  type InvoiceRow,
} from '../model/invoice-calls'
import { generationCallOf, invoicesBeginCall, stopCallOf } from '../model/generation-calls'
import type { ClosingAsked } from './ClosingFilters'
import { ClosingPage, draftsIn } from './ClosingPage'
import type { ClosingRow } from './ClosingTable'
import { OddServices } from './OddServices'

/** Screen `/invoices/generate`. */
export default function InvoicesScreen() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const provider = useProvider()
  const [asked, setAsked] = useState<ClosingAsked>(() => lastMonth(todayIn(zone)))
  const [by, setBy] = useState<InvoicedBy>('company')
  const [detail, setDetail] = useState<Detail>('services')
  const { answer, failure, retry } = useCall(invoicePreviewCall, { ...asked, by })
  const { date_from, date_to } = asked
  const begin = (rows: readonly ClosingRow[]) =>
    provider.call(
      invoicesBeginCall,
      { date_from, date_to, by, detail, parties: rows.map(({ key }) => partyOf(key)) },
      { quiet: true },
    )
  const none = say(by === 'area' ? 'billing.no_area' : 'billing.no_ceco')
  return (
    <ClosingPage
      title={say('billing.invoices.title')}
      about={say('billing.invoices.about')}
      nothing={say('billing.invoices.nothing')}
      party={say('billing.company')}
      sums={SUMS}
      drafts={draftsIn('invoices', '0')}
      asked={asked}
      onAsk={setAsked}
      answer={answer}
      failure={failure}
      retry={retry}
      calls={CALLS}
      begin={begin}
      rows={(answer?.companies ?? []).map((row) => rowOf(row, by === 'company' ? undefined : (row.part ?? none)))}
      choices={
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 240px))' },
          }}
        >
          <ChoiceSelect
            source="by"
            required
            disabled={false}
            label={say('billing.by')}
            value={by}
            options={BY.map((value) => ({ value, label: say(`billing.by_${value}`) }))}
            onChange={(value) => setBy(BY.find((one) => one === value) ?? 'company')}
          />
          <ChoiceSelect
            source="detail"
            required
            disabled={false}
            label={say('billing.detail')}
            value={detail}
            options={DETAILS.map((value) => ({ value, label: say(`billing.detail_${value}`) }))}
            onChange={(value) => setDetail(DETAILS.find((one) => one === value) ?? 'services')}
          />
        </Box>
      }
      renderOdd={({ key }) => (
        <CompanyOdd {...partyOf(key)} by={by} date_from={date_from} date_to={date_to} onChanged={retry} />
      )}
    />
  )
}

const CALLS = { run: generationCallOf('invoices'), stop: stopCallOf('invoices') }
const SUMS = ['earlier', 'total'] as const

const keyOf = ({ id_company, id_part }: InvoiceParty): string => `${id_company} ${id_part ?? ''}`

function partyOf(key: string): InvoiceParty {
  const [company = '', part = ''] = key.split(' ')
  return { id_company: Number(company), id_part: part === '' ? null : Number(part) }
}

function rowOf(row: InvoiceRow, more: string | undefined): ClosingRow {
  const { id_company, name, services, earlier, net, to_look_at, issued, draft } = row
  return {
    key: keyOf(row),
    name,
    path: `/companies/${id_company}`,
    more,
    services,
    sums: { earlier, total: net },
    to_look_at,
    isAble: services > 0,
    issued,
    draft: draft === null ? null : `/invoices/${draft}`,
  }
}

function CompanyOdd({
  onChanged,
  ...asked
}: InvoiceParty & {
  readonly by: InvoicedBy
  readonly date_from: string
  readonly date_to: string
  readonly onChanged: () => void
}) {
  return <OddServices found={useCall(invoiceOddCall, asked)} excludeCall={invoiceExcludeCall} onChanged={onChanged} />
}

import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { FailedNotice } from '../../console/FailedNotice'
import type { JsonObject } from '../../../model/json'
import { printKey } from '../../../model/print/print'
import { holds } from '../../../model/rules/holds'
import { useKeys } from '../../../ui/keys'
import { usePrintedPage } from '../actions/use-printed-page'
import { useConsole } from '../../console/console'
import { shownColumns } from '../columns'
import { explainOf } from '../explain/ExplainButton'
import { Facts } from '../Facts'
import { useScope } from '../scope'
import { InfoTab } from './InfoTab'

/** The page of a document: the document itself, as it goes out; where it is not offered for this record, its facts. */
export default function PaperTab({ paper, record }: { readonly paper: string; readonly record: JsonObject }) {
  const { resource, contextOf } = useScope()
  const template = resource.print?.find(({ name }) => name === paper)
  if (!template || (template.when && !holds(template.when, contextOf(record)))) return <InfoTab record={record} />
  return (
    <Stack spacing={2}>
      <ShownPaper name={paper} title={template.title} record={record} />
      <ExplainedFacts record={record} />
    </Stack>
  )
}

/** The document's amounts that can be explained: paper explains nothing. */
function ExplainedFacts({ record }: { readonly record: JsonObject }) {
  const { model, features } = useConsole()
  const { resource, entity, label, isSeen } = useScope()
  const fields = Object.values(entity.fields).filter(
    (field) => explainOf(field, record) !== null && isSeen(field, record),
  )
  if (fields.length === 0) return null
  return (
    <Paper variant="outlined" sx={{ p: 2, displayPrint: 'none' }}>
      <Facts
        columns={shownColumns(
          fields.map(({ name }) => ({ f: name })),
          resource,
          model,
          label,
          features,
        )}
        record={record}
      />
    </Paper>
  )
}

function ShownPaper({
  name,
  title,
  record,
}: {
  readonly name: string
  readonly title: string
  readonly record: JsonObject
}) {
  const translate = useTranslate()
  const { resource } = useScope()
  const { page, failure, retry } = usePrintedPage({
    template: name,
    chosen: { ids: [record['id'] as number | string] },
    version: record['version'] ?? null,
  })
  const frame = useRef<HTMLIFrameElement>(null)
  const height = useOwnHeight(frame, page?.html ?? null)
  useKeys([
    {
      keys: 'ctrl+p',
      label: translate('print.print'),
      run: () => frame.current?.contentWindow?.print(),
      active: page !== null,
    },
  ])
  const called = translate(printKey(resource.name, name, 'title'), { _: title })
  if (failure !== null && !page) {
    return <FailedNotice title={translate('print.failed')} failure={failure} onRetry={retry} />
  }
  if (!page) return <Skeleton aria-busy variant="rounded" height={420} />
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', bgcolor: '#e9ecf1' }}>
      <Box
        component="iframe"
        ref={frame}
        title={translate('print.preview', { name: called })}
        srcDoc={page.html}
        sandbox="allow-same-origin allow-modals"
        sx={{ display: 'block', width: '100%', border: 0, height, colorScheme: 'light' }}
      />
    </Paper>
  )
}

/** A frame as high as what it shows, so that the page alone is scrolled. */
function useOwnHeight(frame: React.RefObject<HTMLIFrameElement | null>, html: string | null): number {
  const [height, setHeight] = useState(640)
  useEffect(() => {
    const element = frame.current
    if (html === null || !element) return
    const measure = (): void => {
      const body = element.contentDocument?.body
      if (body) setHeight(Math.max(240, Math.ceil(body.getBoundingClientRect().height)))
    }
    element.addEventListener('load', measure)
    // Its lines break anew when the page is narrower.
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => {
      element.removeEventListener('load', measure)
      watch.disconnect()
    }
  }, [frame, html])
  return height
}

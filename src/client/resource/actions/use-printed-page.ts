import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useProvider } from '../../console/provider'
import { useScope } from '../scope'
import type { PaperChoice } from './verbs'

interface Page {
  readonly html: string
  readonly sheets: number
}

interface PageOptions extends Pick<PaperChoice, 'template' | 'chosen'> {
  /** Of one record: the document is made anew when there is another. */
  readonly version?: unknown
}

/** A document as a page; `retry` asks for it anew. */
export function usePrintedPage({ template, chosen, version }: PageOptions): {
  readonly page: Page | null
  readonly failure: unknown
  readonly retry: () => void
} {
  const { resource } = useScope()
  const provider = useProvider()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['print', resource.name, template, chosen, version],
    queryFn: async ({ signal }): Promise<Page> => {
      const { blob } = await provider.printRecords(resource.name, template, chosen, 'html', { signal })
      const html = await blob.text()
      return { html, sheets: html.split('<article ').length - 1 }
    },
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    ...(version !== undefined && { placeholderData: keepPreviousData }),
  })
  return { page: data ?? null, failure: isFetching ? null : error, retry: () => void refetch() }
}

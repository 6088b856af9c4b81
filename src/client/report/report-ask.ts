import { createContext, useContext } from 'react'
import { useProvider, type ConsoleDataProvider } from '../console/provider'

/** How the numbers of a report are asked for. */
export type ReportAsk = ConsoleDataProvider['report']

const AskContext = createContext<ReportAsk | null>(null)

/** Around a report that is not there yet: its numbers come from elsewhere. */
export const ReportAskProvider = AskContext.Provider

export function useReportAsk(): ReportAsk {
  const provider = useProvider()
  return useContext(AskContext) ?? provider.report
}

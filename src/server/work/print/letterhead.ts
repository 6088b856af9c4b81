import type { Json } from '../../../model/json'
import { isOnPaper, pictureData } from '../../platform/files/picture-data'
import type { RecordContext } from '../../records/record-context'
import type { PaperHead } from '../pdf/paper'

/** A logo larger than this would be in every paper. */
const MAX_LOGO_BYTES = 512 * 1024

/** The head of the company's papers, from the settings that the application names. */
export async function letterheadOf(context: RecordContext): Promise<PaperHead> {
  const {
    model: {
      application: { letterhead },
    },
    settings,
  } = context
  if (!letterhead) return { name: lineText(settings.brand), lines: [], logo: null }
  const lines = letterhead.lines.flatMap(({ f, title }) => {
    const value = lineText(settings[f])
    return value === '' ? [] : [title === undefined ? value : `${title} ${value}`]
  })
  return {
    name: lineText(settings[letterhead.name]) || lineText(settings.brand),
    lines,
    logo: await logoOf(context, settings[letterhead.logo ?? '']),
  }
}

const lineText = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

async function logoOf({ runtime }: RecordContext, address: Json | undefined): Promise<string | null> {
  const data = await pictureData(runtime, address, MAX_LOGO_BYTES)
  return data !== null && isOnPaper(data) ? data : null
}

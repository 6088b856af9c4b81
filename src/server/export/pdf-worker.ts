import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PdfContent } from './pdf-page'

/** URL of this module, which runs in a thread of its own: laying out pages would block all other requests. */
export const pdfWorkerUrl = import.meta.url

export type PdfMessage = { readonly chunk: Uint8Array } | { readonly end: true }

/** The parts of pdfmake used here; the package has no types. */
interface PdfMake {
  setFonts(fonts: { readonly [family: string]: { readonly [style: string]: string } }): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  createPdf(definition: object): { getStream(): Promise<NodeJS.ReadableStream & { end(): void }> }
}

async function work(content: PdfContent): Promise<void> {
  const port = parentPort
  if (!port) return
  const require = createRequire(import.meta.url)
  const pdfmake = require('pdfmake') as PdfMake
  const { pdfPage } = await import('./pdf-page')
  const fonts = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto')
  const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`)
  pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts + sep) && !path.includes('..'))
  const pdf = await pdfmake.createPdf(pdfPage(content)).getStream()
  const post = (message: PdfMessage): void => port.postMessage(message)
  pdf.on('data', (chunk: Buffer) => post({ chunk: new Uint8Array(chunk) }))
  pdf.on('end', () => {
    post({ end: true })
    port.close()
  })
  pdf.end()
}

if (!isMainThread && (workerData as { pdf?: unknown } | null)?.pdf) await work((workerData as { pdf: PdfContent }).pdf)

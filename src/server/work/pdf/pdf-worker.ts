import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { Paper } from './paper'
import { orderLine, type PdfWord } from './pdf-bidi'
import type { PdfContent } from './pdf-page'
import { keepLetters, type EmbeddedFont } from './pdf-letters'
import { PDF_SCRIPTS, type PdfScript } from './pdf-scripts'

/** URL of this module, which runs in a thread of its own: laying out pages would block all other requests. */
export const pdfWorkerUrl = import.meta.url

export type PdfMessage = { readonly chunk: Uint8Array } | { readonly end: true }

/** What is drawn: tables of an export, or the pages of a document. */
export type PdfWork = { readonly tables: PdfContent } | { readonly paper: Paper }

/** The parts of pdfmake used here; the package has no types. */
interface PdfMake {
  setFonts(fonts: { readonly [family: string]: { readonly [style: string]: string } }): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  createPdf(definition: object): { getStream(): Promise<NodeJS.ReadableStream & { end(): void }> }
}
interface Line {
  readonly inlines: readonly (PdfWord & { readonly font: EmbeddedFont })[]
}
interface Renderer {
  readonly prototype: { renderLine(line: Line, x: number, y: number): void }
}

const require = createRequire(import.meta.url)
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))

async function work(asked: PdfWork): Promise<void> {
  const port = parentPort
  if (!port) return
  const pdfmake = require('pdfmake') as PdfMake
  const scripts = openFonts(pdfmake)
  readRightToLeft()
  const pdf = await drawn(pdfmake, asked, scripts)
  const post = (message: PdfMessage): void => port.postMessage(message)
  pdf.on('data', (chunk: Buffer) => post({ chunk: new Uint8Array(chunk) }))
  pdf.on('end', () => {
    post({ end: true })
    port.close()
  })
  pdf.end()
}

async function drawn(
  pdfmake: PdfMake,
  asked: PdfWork,
  scripts: readonly PdfScript[],
): ReturnType<ReturnType<PdfMake['createPdf']>['getStream']> {
  if ('tables' in asked) return pdfmake.createPdf((await import('./pdf-page')).pdfPage(asked.tables)).getStream()
  const { paperPages } = await import('./paper-pages')
  try {
    return await pdfmake.createPdf(paperPages(asked.paper, scripts)).getStream()
  } catch (error) {
    if (asked.paper.letterhead.logo === null) throw error
    // A logo that cannot be drawn is no reason for no paper.
    return pdfmake
      .createPdf(paperPages({ ...asked.paper, letterhead: { ...asked.paper.letterhead, logo: null } }, scripts))
      .getStream()
  }
}

/** Opens the fonts that are installed; nothing else is read. @returns the scripts that have one of their own */
function openFonts(pdfmake: PdfMake): readonly PdfScript[] {
  const roboto = join(folderOf('pdfmake'), 'fonts', 'Roboto')
  const folders = [roboto]
  const letters = (name: string): string => join(roboto, `Roboto-${name}.ttf`)
  const fonts: { [family: string]: { readonly [style: string]: string } } = {
    Roboto: {
      normal: letters('Regular'),
      bold: letters('Medium'),
      italics: letters('Italic'),
      bolditalics: letters('MediumItalic'),
    },
  }
  const scripts = PDF_SCRIPTS.filter((script) => {
    const name = script.toLowerCase()
    try {
      const folder = join(folderOf(`@fontsource/noto-sans-${name}`), 'files')
      const file = (weight: number): string => join(folder, `noto-sans-${name}-${name}-${weight}-normal.woff`)
      fonts[script] = { normal: file(400), bold: file(700), italics: file(400), bolditalics: file(700) }
      folders.push(folder)
      return true
    } catch {
      // Its letters are boxes then.
      return false
    }
  })
  pdfmake.setFonts(fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(
    (path) => folders.some((folder) => path.startsWith(folder + sep)) && !path.includes('..'),
  )
  return scripts
}

/** The library knows no writing from right to left: the words of each line are ordered just before it is drawn. */
function readRightToLeft(): void {
  const { prototype } = (require('pdfmake/js/Renderer.js') as { readonly default: Renderer }).default
  const draw = prototype.renderLine
  const ordered = new WeakSet<object>()
  prototype.renderLine = function renderLine(line, x, y) {
    // The head of a table is drawn on every page.
    if (!ordered.has(line.inlines)) orderLine(line.inlines)
    for (const { rtl, font } of line.inlines) if (rtl) keepLetters(font)
    ordered.add(line.inlines)
    draw.call(this, line, x, y)
  }
}

if (!isMainThread && (workerData as { pdf?: unknown } | null)?.pdf) await work((workerData as { pdf: PdfWork }).pdf)

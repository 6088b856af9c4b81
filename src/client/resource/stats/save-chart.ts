import Papa from 'papaparse'
import type { Json } from '../../../model/json'
import { saveFile } from '../list/save-file'
import { seriesOf, type ChartProps } from './chart-props'

// A spreadsheet takes texts that begin like this for formulas.
const FORMULA = /^[=+\-@\t\r]/
const cell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/**
 * The numbers behind a chart as csv: a row for each part, a column for each series.
 * @param lacking what the column of hidden values is called, where there are some
 */
export function saveCsv(
  { answer, words }: Pick<ChartProps, 'answer' | 'words'>,
  title: string,
  by: string,
  lacking: string,
): void {
  const series = seriesOf(answer)
  const parts = answer.parts ?? []
  const isLacking = answer.lacking !== undefined
  const head = [
    by,
    ...(series.length > 0 ? series.map((one) => words.split(one)) : [title]),
    ...(isLacking ? [lacking] : []),
  ]
  const rows = parts.map((part) => [
    cell(words.part(part)),
    ...(series.length > 0
      ? series.map((one) => part.split?.find(({ key }) => key === one.key)?.value ?? '')
      : [part.value ?? '']),
    ...(isLacking ? [part.lacking ?? 0] : []),
  ])
  const rest = answer.others
    ? [['…', answer.others.value ?? '', ...(isLacking ? [answer.others.lacking ?? 0] : [])]]
    : []
  saveTable({ head, rows: [...rows, ...rest] }, title)
}

/** A table as csv. */
export function saveTable(
  { head, rows }: { readonly head: readonly string[]; readonly rows: readonly (readonly Json[])[] },
  title: string,
): void {
  // The mark lets spreadsheets read the letters of other languages.
  const text = `\ufeff${Papa.unparse([head.map(cell), ...rows.map((row) => [...row])])}`
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${title}.csv`)
}

const SCALE = 2

interface Colours {
  readonly paper: string
  readonly text: string
}
type Legend = readonly { readonly label: string; readonly colour: string }[]

/** The picture of a chart as png, twice its size on the screen, with its title above. */
export async function savePng(svg: SVGSVGElement, title: string, colours: Colours, legend: Legend): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('style', `font-family: ${getComputedStyle(svg).fontFamily}; color: ${colours.text}`)
  for (const text of copy.querySelectorAll('text'))
    if (!text.getAttribute('fill') || text.getAttribute('fill') === '#666') text.setAttribute('fill', colours.text)
  const picture = new Image()
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  picture.src = source
  await picture.decode()
  await saveFramed({ picture, width, height }, title, colours, legend)
}

/** The same of a chart that is drawn on a canvas. */
export const saveCanvas = (
  { canvas, ...size }: { readonly canvas: HTMLCanvasElement; readonly width: number; readonly height: number },
  title: string,
  colours: Colours,
  legend: Legend,
): Promise<void> => saveFramed({ picture: canvas, ...size }, title, colours, legend)

async function saveFramed(
  { picture, width, height }: { picture: CanvasImageSource; width: number; height: number },
  title: string,
  colours: Colours,
  legend: Legend,
): Promise<void> {
  // The legend stands beside the chart on the screen, not in its picture.
  const head = legend.length > 0 ? 54 : 32
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width) * SCALE
  canvas.height = Math.ceil(height + head) * SCALE
  const context = canvas.getContext('2d')
  if (!context) return
  const { fontFamily } = getComputedStyle(document.body)
  context.scale(SCALE, SCALE)
  context.fillStyle = colours.paper
  context.fillRect(0, 0, width, height + head)
  context.fillStyle = colours.text
  context.font = `600 15px ${fontFamily}`
  context.fillText(title, 12, 21)
  context.font = `12px ${fontFamily}`
  let left = 12
  for (const { label, colour } of legend) {
    context.fillStyle = colour
    context.fillRect(left, 34, 10, 10)
    context.fillStyle = colours.text
    context.fillText(label, left + 15, 43)
    left += 30 + context.measureText(label).width
  }
  context.drawImage(picture, 0, head, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveFile(blob, `${title}.png`)
}

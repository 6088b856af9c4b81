/**
 * A piece of a text that one font can draw. `rtl`: it is written from right to left. `base`: the direction of the whole
 * text, where that is from right to left.
 */
interface TextRun {
  readonly text: string
  readonly font?: PdfScript
  readonly rtl?: true
  readonly base?: 'rtl'
  readonly wordBreak?: 'break-all'
}

/** Scripts with fonts of their own; every other letter is drawn with the first font. */
export const PDF_SCRIPTS = ['Arabic', 'Hebrew'] as const
export type PdfScript = (typeof PDF_SCRIPTS)[number]

const OF_SCRIPT: { readonly [script in PdfScript]: string } = {
  Arabic: '\\p{Script_Extensions=Arabic}',
  Hebrew: '\\p{Script_Extensions=Hebrew}',
}
// Marks that several scripts use belong to the letter before them; spaces stay within a run of words.
const RUNS = new RegExp(
  PDF_SCRIPTS.map(
    (script) => `((?:(?![0-9])${OF_SCRIPT[script]})+(?:[ \\p{Mn}]+(?:(?![0-9])${OF_SCRIPT[script]})+)*)`,
  ).join('|'),
  'gu',
)
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const LETTER = /\p{L}/u

/** Whether a text begins from the right: its first letter does. */
export const isRightToLeft = (text: string): boolean => RTL.test(LETTER.exec(text)?.[0] ?? '')

/**
 * A text by the fonts that draw it; a word that is longer than the room for it is broken anywhere, since it would run
 * into its neighbour.
 * @param fits letters that fit into a line
 */
export function textRuns(text: string, fits: number): readonly TextRun[] {
  const base = isRightToLeft(text) ? { base: 'rtl' as const } : {}
  const runs: TextRun[] = []
  let last = 0
  const plain = (part: string): void => {
    if (part !== '') runs.push(...brokenRuns(part, fits).map((run) => ({ ...run, ...base })))
  }
  for (const found of text.matchAll(RUNS)) {
    plain(text.slice(last, found.index))
    const script = PDF_SCRIPTS.find((_, at) => found[at + 1] !== undefined)
    runs.push({ text: found[0], ...(script && { font: script }), rtl: true, ...base })
    last = found.index + found[0].length
  }
  plain(text.slice(last))
  return runs
}

/** Long words apart from the others. */
function brokenRuns(text: string, fits: number): readonly TextRun[] {
  const runs: TextRun[] = []
  for (const part of text.split(/(?<=[ \t\n-])/)) {
    const isLong = part.trimEnd().length > fits
    const last = runs.at(-1)
    if (last && (last.wordBreak !== undefined) === isLong) runs[runs.length - 1] = { ...last, text: last.text + part }
    else runs.push(isLong ? { text: part, wordBreak: 'break-all' } : { text: part })
  }
  return runs
}

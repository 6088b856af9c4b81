import { fold } from '#engine/model'

/** Words that do not distinguish streets: kinds of street, and joining words. */
const KINDS = [
  'av',
  'avda',
  'avenida',
  'jr',
  'jiron',
  'calle',
  'ca',
  'cl',
  'psje',
  'pje',
  'pasaje',
  'prol',
  'prolongacion',
  'street',
  'st',
  'ave',
  'avenue',
]
const JOINTS = ['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'con', 'esq', 'esquina', 'cruce', 'the', 'of', 'and']
const NUMBER_MARKS = ['nro', 'no', 'num', 'numero', 'cdra', 'cuadra']
/** Words that apply to everything here. */
const EVERYWHERE = ['lima', 'peru']
const FILLERS = new Set([...KINDS, ...JOINTS, ...NUMBER_MARKS])
const OPTIONAL = new Set(EVERYWHERE)

const MAX_WORDS = 8
const MAX_CHARS = 200

/** Folded words of a text. */
const wordsOf = (text: string): readonly string[] =>
  fold(text.slice(0, MAX_CHARS).normalize('NFC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The words that distinguish a name from others; all of them where nothing else is left (`La Calle`). */
export function tellingWords(text: string): readonly string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** The typed text, as it is searched for. */
export function placeSearchText(text: string): readonly string[] {
  const telling = tellingWords(text)
  const particular = telling.filter((word) => !OPTIONAL.has(word))
  return (particular.length > 0 ? particular : telling).slice(0, MAX_WORDS)
}

/**
 * The two streets of a crossing, for every way to read the text as one: `Arequipa con Angamos`, `Larco y Schell`,
 * `Larco / Schell`.
 */
export function crossingTexts(text: string): readonly (readonly [string, string])[] {
  const joint = /\s+(?:con|y|e|and|esq\.?|esquina(?:\s+con)?|cruce(?:\s+con)?|x)\s+|\s*[/&]\s*/giu
  return [...text.slice(0, MAX_CHARS).matchAll(joint)].flatMap((match) => {
    const sides = [text.slice(0, match.index).trim(), text.slice(match.index + match[0].length).trim()] as const
    return sides.every(Boolean) ? [sides] : []
  })
}

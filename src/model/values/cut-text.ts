/** The first characters of a text, as people count them (code points): no emoji is cut in two. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  return [...text].slice(0, max).join('')
}

/** Where a text is parted best: after a line, a sentence, a word. */
const ENDS = [/\n(?=[^\n]*$)/, /[.!?…](?=\s[^.!?…]*$)/, /\s(?=\S*$)/]

/**
 * A text in parts of at most so many characters (UTF-16, as services count them), parted between words where that is
 * possible; nothing is lost but the space there.
 */
export function splitText(text: string, max: number): readonly string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > max) {
    const whole = fitting(rest, max)
    // A part that would be short is not worth a better place.
    const end = ENDS.map((one) => (one.exec(whole)?.index ?? -1) + 1).find((at) => at > max / 2) ?? whole.length
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest]
}

/** The beginning that fits, without half of a character. */
function fitting(text: string, max: number): string {
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

const VARIABLE = /\{\{\s*([a-z0-9_]+)\s*\}\}/g

/** The variables of a template's body: `1`, `2` … in their order, or names in that of the text. */
export function variablesOf(body: string): readonly string[] {
  const found = [...new Set([...body.matchAll(VARIABLE)].map(([, name = '']) => name))]
  return found.every(isNumber) ? found.toSorted((a, b) => Number(a) - Number(b)) : found
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

/** Whether each number from 1 has its place, or each variable a name; a mixture is none of the provider's. */
export function areVariablesWhole(body: string): boolean {
  const variables = variablesOf(body)
  if (!/\{\{|\}\}/.test(body.replace(VARIABLE, '')))
    return variables.every(isNumber)
      ? variables.every((name, at) => name === String(at + 1))
      : !variables.some(isNumber)
  return false
}

/** The text that the person reads; what has no value yet stays as it is. */
export function fillTemplate(body: string, values: readonly string[]): string {
  const variables = variablesOf(body)
  return body.replace(VARIABLE, (whole: string, name: string) => values[variables.indexOf(name)]?.trim() || whole)
}

/** A value as the provider takes it: one line, no row of spaces. */
export const templateValue = (text: string): string => text.replace(/\s+/g, ' ').trim()

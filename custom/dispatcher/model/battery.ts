/** How a battery's level is shown (spec §9): 10 % or less red, 25 % or less yellow. */
export function batteryTone(level: number): 'error' | 'warning' | 'success' {
  return level <= 10 ? 'error' : level <= 25 ? 'warning' : 'success'
}

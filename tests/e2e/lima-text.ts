const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Lima',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})

/** A moment as the fields of the console show it: `29/02/2028 11:50 PM`. */
export function limaText(ms: number): string {
  const parts = PARTS.formatToParts(ms)
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${of('day')}/${of('month')}/${of('year')} ${of('hour')}:${of('minute')} ${of('dayPeriod')}`
}

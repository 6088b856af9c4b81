/** An origin, as a browser compares it: no path; a star stands for the names below a domain. */
const SITE = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/**
 * The sites of a text of lines, each once, in small letters and without a slash at the end; `wrong`: the first line
 * that is none.
 */
export function readSites(text: string | null): { readonly sites: readonly string[]; readonly wrong: string | null } {
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const sites = lines.map((line) => line.toLowerCase().replace(/\/+$/, ''))
  const at = sites.findIndex((site) => !SITE.test(site))
  return { sites: [...new Set(sites)], wrong: at === -1 ? null : (lines[at] ?? null) }
}

import type { JsonObject } from '../../../model/json'

/**
 * The console's own address: from the setting, or else from a request that came from this very machine. A host that a
 * stranger names must not appear in a mail.
 */
export function originFor(settings: JsonObject, host: string | undefined, protocol: string): string | null {
  const { url_console } = settings
  if (typeof url_console === 'string' && /^https?:\/\/[^\s/]+/.test(url_console)) return url_console.replace(/\/+$/, '')
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) ? `${protocol}://${host}` : null
}

import type { Resource } from '../../model/resource'

/** Tells a poll from what somebody asks for: a live list that is read again as it was read last, which nothing on the page shows. */
export function createPolls(resourceOf: (name: string) => Resource | undefined): (resource: string, url: string) => boolean {
  const last = new Map<string, string>()
  return (resource, url) => {
    if (!resourceOf(resource)?.list.live) return false
    const again = last.get(resource) === url
    last.set(resource, url)
    return again
  }
}

/**
 * What this browser keeps of a channel's conversation: where storage is refused (a framed page, a private window), as
 * long as the page is open.
 */
export function tokens(key: string): { read(): string | null; keep(token: string): void; forget(): void } {
  const name = `toolrides_chat.${key}`
  let own: string | null = null
  const stored = <T>(work: (of: Storage) => T): T | null => {
    try {
      return work(window.localStorage)
    } catch {
      return null
    }
  }
  return {
    read: () => own ?? stored((of) => of.getItem(name)),
    keep(token) {
      own = token
      stored((of) => of.setItem(name, token))
    },
    forget() {
      own = null
      stored((of) => of.removeItem(name))
    },
  }
}

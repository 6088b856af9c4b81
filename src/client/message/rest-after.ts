/** What is left in a box once its text has gone: what was typed meanwhile stays. */
export const restAfter =
  (sent: string) =>
  (now: string): string =>
    now.startsWith(sent) ? now.slice(sent.length).trimStart() : now

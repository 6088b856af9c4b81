/** First version of the drivers' application that can pause (spec 1 §6). */
const PAUSES_SINCE = 74

export const mayPause = (app_version_code: number | null): boolean =>
  app_version_code !== null && app_version_code >= PAUSES_SINCE

/**
 * Longest text that a visitor writes. Apart from the contract, whose schemas a page without the console would otherwise
 * load.
 */
export const MAX_WEB_TEXT = 4096

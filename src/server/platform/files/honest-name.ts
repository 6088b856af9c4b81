/** Endings by which a computer opens a file as a page or a program, whatever it holds. */
const RUN = new RegExp(
  `\\.(?:${[
    'x?html?',
    'xht',
    'shtml?',
    'mht(?:ml)?',
    'svgz?',
    'xml',
    'xslt?',
    'm?js',
    'jse',
    'hta',
    'vb[es]?',
    'ws[fh]',
    'ps1',
    'bat',
    'cmd',
    'com',
    'exe',
    'scr',
    'msi',
    'lnk',
    'url',
    'pif',
    'jar',
    'apk',
    'sh',
    'command',
    'desktop',
    'reg',
    'cpl',
  ].join('|')})$`,
  'i',
)

/** The ending of what a file is by its bytes. */
const ENDINGS: { readonly [mime: string]: string } = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/x-icon': 'ico',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
}

/**
 * A file's name, so that who saves and opens it gets what was judged: a text called `bill.html` would be a page that
 * runs.
 */
export function honestName(name: string, mime: string): string {
  const ending = ENDINGS[mime]
  return ending !== undefined && RUN.test(name) ? `${name}.${ending}` : name
}

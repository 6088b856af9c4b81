import { fileType } from '../../model/values/stored-file'

/** A picture that every browser shows. */
export const image = fileType(
  'image',
  { accept: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'], most_kb: 2048 },
  ['x-pixels'],
)

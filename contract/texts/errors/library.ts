import type { Refusals } from './refusals.ts';

/** The media library and images (spec §8). */
export const libraryErrors = {
  'media.notFound': [404, 'Track not found', 'The track was not found.'],
  'media.taskNotFound': [404, 'Upload not found', 'This upload no longer exists. Please upload the file again.'],
  'media.empty': [422, 'Upload failed', 'The file is empty.'],
  'media.notAudio': [
    422,
    'Upload failed',
    'This file cannot be read as audio: {reason}. Please use MP3, FLAC, WAV, M4A or OGG.',
  ],
  'media.tooLong': [422, 'Upload failed', 'The file is longer than {max}.'],
  'media.tooLarge': [413, 'Upload failed', 'The file is larger than {max}.'],
  'media.tagsTooLarge': [
    413,
    'Upload failed',
    'The tags of the file, including embedded pictures, are larger than {max}. Please remove what you don’t need and upload the file again.',
  ],
  'media.tagsUnreadable': [
    422,
    'Upload failed',
    'The tags of the file take too much time or memory to read. Please save the file with new tags or none, and upload it again.',
  ],
  'media.abandoned': [
    500,
    'Upload failed',
    'The server stopped twice while processing this file and will not try again. Please check the file, or upload it in another format.',
  ],
  'media.encoderMissing': [
    503,
    'Upload failed',
    'Audio processing is unavailable because ffmpeg is not installed on the server. Please contact support.',
  ],
  'media.storageFull': [507, 'Upload failed', 'There is not enough storage space for this file.'],
  'media.storageAway': [
    503,
    'Upload failed',
    'The file storage is not responding, so the file was not saved. Please try again in a few minutes.',
  ],
  'media.diskLow': [
    507,
    'Upload failed',
    'The server is low on disk space. Please try again later or contact support.',
  ],
  'media.inUse': [409, 'Track in use', 'It is used in {places}. Delete it anyway?'],
  'media.trackTagsFull': [409, 'Tags', 'A track can have at most {max} tags.'],
  'media.stationTagsFull': [409, 'Tags', 'A station can have at most {max} different tags.'],
  'media.urlIsStream': [
    422,
    'URL not usable',
    'This is a stream: {reason}. The URL must be a static MP3; streaming URLs are not supported.',
  ],
  'media.urlNotMp3': [422, 'URL not usable', 'This is not an MP3 file: {reason}. The URL must be a static MP3.'],
  'media.tooManyUploads': [
    429,
    'Too many uploads',
    'This station has {max} unfinished uploads. Please finish or cancel them first.',
  ],
  'media.uploadGone': [404, 'Upload not found', 'This upload has ended. Please upload the file again.'],
  'media.uploadOffset': [409, 'Upload interrupted', 'The upload resumes at byte {offset}.'],
  'image.notFound': [404, 'Not found', 'The image was not found.'],
  'image.notImage': [422, 'Upload failed', 'This file cannot be read as an image. Please use JPG, PNG or WebP.'],
  'image.tooLarge': [413, 'Upload failed', 'The image is larger than {max}.'],
  'image.tooManyPixels': [422, 'Upload failed', 'The image has more than {max} pixels.'],
} as const satisfies Refusals;

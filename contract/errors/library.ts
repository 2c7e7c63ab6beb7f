import type { Refusals } from './refusals.ts';

/** The media library and pictures (spec §8). */
export const libraryErrors = {
  'media.notFound': [404, 'Track not found', 'The track was not found.'],
  'media.taskNotFound': [404, 'Upload not found', 'This upload is not known. Please upload the file again.'],
  'media.empty': [422, 'Upload failed', 'The file is empty.'],
  'media.notAudio': [
    422,
    'Upload failed',
    'This is not an audio file that can be read: {reason}. MP3, FLAC, WAV, M4A and OGG are accepted.',
  ],
  'media.tooLong': [422, 'Upload failed', 'The file is longer than {max}.'],
  'media.tooLarge': [413, 'Upload failed', 'The file is larger than {max}.'],
  'media.tagsTooLarge': [
    413,
    'Upload failed',
    'The tags of the file, embedded pictures included, are larger than {max}. Please remove what is not needed from them and upload the file again.',
  ],
  'media.tagsUnreadable': [
    422,
    'Upload failed',
    'The tags of the file take too much time or memory to read. Please save the file with new tags, or without tags, and upload it again.',
  ],
  'media.abandoned': [
    500,
    'Upload failed',
    'The server stopped twice while it worked on this file, so it is not tried again. Please check the file, or upload it in another format.',
  ],
  'media.encoderMissing': [
    503,
    'Upload failed',
    'The server cannot prepare audio because ffmpeg is not installed. Please install the package "ffmpeg" and start again.',
  ],
  'media.storageFull': [507, 'Upload failed', 'There is no room left to keep the file.'],
  'media.storageAway': [
    503,
    'Upload failed',
    'The storage of files does not answer, so the file was not kept. Please try again in a few minutes.',
  ],
  'media.diskLow': [
    507,
    'Upload failed',
    'The server has too little free disk space to take files. Please try again later; its operator sees this on the health page.',
  ],
  'media.inUse': [
    409,
    'The track is used',
    'It is used in {places}. Please confirm that it shall be deleted all the same.',
  ],
  'media.urlIsStream': [
    422,
    'Address not usable',
    'This is a stream: {reason}. The URL must be a static MP3; streaming URLs are not supported.',
  ],
  'media.urlNotMp3': [422, 'Address not usable', 'This is not an MP3 file: {reason}. The URL must be a static MP3.'],
  'media.tooManyUploads': [
    429,
    'Too many uploads',
    'This station has {max} unfinished uploads. Please finish or cancel them first.',
  ],
  'media.uploadGone': [404, 'Upload not found', 'This upload is over. Please upload the file again.'],
  'media.uploadOffset': [409, 'Upload out of step', 'The upload goes on at byte {offset}.'],
  'image.notFound': [404, 'Not found', 'The image was not found.'],
  'image.notImage': [422, 'Upload failed', 'This is not an image that can be read. JPG, PNG and WebP are accepted.'],
  'image.tooLarge': [413, 'Upload failed', 'The image is larger than {max}.'],
  'image.tooManyPixels': [422, 'Upload failed', 'The image has more than {max} pixels.'],
} as const satisfies Refusals;

const taken =
  /^(audio\/(mpeg|mp3|mpeg3|x-mpeg|aac|aacp|x-aac|x-hx-aac-adts|ogg|x-ogg|opus|vorbis|flac|x-flac|wav|x-wav|wave|webm|x-matroska)|application\/(ogg|x-ogg|octet-stream)|video\/webm)$/i;

/** Whether a source of this declared type is read at all; one that declares none is judged by its bytes. */
export function isTakenType(contentType: string): boolean {
  const type = contentType.split(';')[0]!.trim();
  return type === '' || taken.test(type);
}

/** The declared type where it is one of frames; an unspecific one tells nothing. */
export function isConvertedType(contentType: string): boolean {
  return /ogg|opus|vorbis|flac|wav|webm|matroska/i.test(contentType);
}

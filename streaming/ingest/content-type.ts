const accepted =
  /^(audio\/(mpeg|mp3|mpeg3|x-mpeg|aac|aacp|x-aac|x-hx-aac-adts|ogg|x-ogg|opus|vorbis|flac|x-flac|wav|x-wav|wave|webm|x-matroska)|application\/(ogg|x-ogg|octet-stream)|video\/webm)$/i;

/** Whether a source of this declared type is accepted; one without a type is judged by its bytes. */
export const isAcceptedType = (contentType: string): boolean => {
  const type = contentType.split(';')[0]!.trim();
  return type === '' || accepted.test(type);
};

/** Whether the declared type is a container that needs conversion; an unspecific type says nothing. */
export const isConvertedType = (contentType: string): boolean =>
  /ogg|opus|vorbis|flac|wav|webm|matroska/i.test(contentType);

const maxHeaderLength = 512;

/** The user agent of a request as it identifies a listener. */
export const listenerAgent = (headers: { 'user-agent'?: string | undefined }): string =>
  (headers['user-agent'] ?? '').slice(0, maxHeaderLength);

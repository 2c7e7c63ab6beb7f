/**
 * Parses the URL of a stream: http or https, on a port where no other service is expected. Throws the reason otherwise.
 */
export const parseStreamUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('Not an http or https URL.');
  const port = url.port === '' ? 0 : Number(url.port);
  if (port > 0 && port < 1024 && port !== 80 && port !== 443)
    throw new Error(`Port ${port} is not allowed for streams.`);
  return url;
};

/** A URL as it may be shown and logged: without user, password and query. */
export const redactUrl = (text: string): string => {
  const url = URL.parse(text);
  return url ? `${url.origin}${url.pathname}` : 'an invalid URL';
};

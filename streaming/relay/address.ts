/** The address of a stream: http or https, on a port where no other service is to be expected. Throws the reason why not. */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('It is not a web address.');
  const port = url.port === '' ? 0 : Number(url.port);
  if (port > 0 && port < 1024 && port !== 80 && port !== 443) throw new Error(`Port ${port} is not one of streams.`);
  return url;
}

/** An address as it may be shown and logged: without user, password and query. */
export function shownAddress(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.origin}${url.pathname}` : 'an address that cannot be read';
}

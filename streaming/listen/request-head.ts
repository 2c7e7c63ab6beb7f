export type RequestHead = {
  method: string;
  /** Decoded, without query; starts with a slash. */
  path: string;
  query: URLSearchParams;
  /** By lower-case name; repeated values are joined by comma. */
  headers: Map<string, string>;
};

export const headBytesAtMost = 8192;

/** Position after the blank line that ends a request's head, or -1 while it is incomplete. */
export const headEnd = (bytes: Buffer): number => {
  const crlf = bytes.indexOf('\r\n\r\n');
  const bare = bytes.indexOf('\n\n');
  if (crlf >= 0 && (bare < 0 || crlf < bare)) return crlf + 4;
  return bare >= 0 ? bare + 2 : -1;
};

/** Parses a request's head (HTTP/1.x, bare LF too); undefined for anything else. */
export const parseHead = (bytes: Buffer): RequestHead | undefined => {
  const [first = '', ...lines] = bytes.toString('latin1').split(/\r?\n/);
  const parts = /^([A-Z]+) +(\S+) +HTTP\/1\.\d$/.exec(first);
  if (!parts) return undefined;
  const target = parseTarget(parts[2]!);
  if (!target) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return { method: parts[1]!, ...target, headers };
};

/** Parses `/path?query` and the absolute form that proxies use. */
const parseTarget = (target: string): { path: string; query: URLSearchParams } | undefined => {
  try {
    const url = new URL(target, 'http://any');
    return { path: decodeURIComponent(url.pathname), query: url.searchParams };
  } catch {
    return undefined;
  }
};

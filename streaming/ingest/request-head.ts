/** The head of an encoder's request, in any line ending and protocol version. */
export type RequestHead = {
  method: string;
  path: string;
  query: string;
  isHttp11: boolean;
  /** Names in lower case; the last value of a repeated one. */
  headers: Map<string, string>;
};

/** The longest head accepted, bytes. */
export const longestHead = 8192;

/** Position after the head; -1 while it is incomplete. Bare line feeds are accepted. */
export const headEnd = (bytes: Buffer): number => {
  const strict = bytes.indexOf('\r\n\r\n');
  const bare = bytes.indexOf('\n\n');
  if (strict >= 0 && (bare < 0 || strict < bare)) return strict + 4;
  return bare < 0 ? -1 : bare + 2;
};

/** Parses a head of HTTP or of Icecast's old ICE/1.0; undefined for anything else. */
export const parseHead = (text: string): RequestHead | undefined => {
  const lines = text.split(/\r?\n/);
  const first = /^([A-Za-z]+) +(\S+)(?: +(\S+))?\s*$/.exec(lines[0] ?? '');
  if (!first) return undefined;
  const target = first[2]!.replace(/^https?:\/\/[^/]*/i, '');
  const [path = '', ...query] = target.split('?');
  return {
    method: first[1]!.toUpperCase(),
    path,
    query: query.join('?'),
    isHttp11: /^HTTP\/1\.1$/i.test(first[3] ?? ''),
    headers: parseHeaders(lines.slice(1)),
  };
};

/** Parses `name: value` lines; other lines are skipped. */
export const parseHeaders = (lines: string[]): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
};

/** `sip:user@host:port;params`; parameters have lower-case names. */
export type SipUri = { scheme: string; user: string; host: string; port: number | null; params: Params };
export type Params = ReadonlyMap<string, string>;
/** `"Name" <uri>;params`. */
export type SipAddress = { name: string; uri: string; params: Params };
export type Via = { transport: string; host: string; port: number | null; params: Params };

/** Parses a From, To, Contact or identity header; undefined where its quotes or brackets don't match. */
export const parseAddress = (value: string): SipAddress | undefined => {
  const text = value.trim();
  const nameEnd = text.startsWith('"') ? closingQuote(text) : 0;
  if (nameEnd < 0) return undefined;
  const open = text.indexOf('<', nameEnd);
  if (open < 0) {
    const semicolon = text.indexOf(';');
    const uri = (semicolon < 0 ? text : text.slice(0, semicolon)).trim();
    if (nameEnd > 0 || uri === '' || /[\s>"]/.test(uri)) return undefined;
    return { name: '', uri, params: semicolon < 0 ? new Map() : parseParams(text.slice(semicolon)) };
  }
  const close = text.indexOf('>', open);
  if (close < 0) return undefined;
  const name = text.slice(0, open).trim();
  const after = text.slice(close + 1).trim();
  if (after !== '' && !after.startsWith(';')) return undefined;
  if (nameEnd === 0 && /["<>]/.test(name)) return undefined;
  return { name: unquote(name), uri: text.slice(open + 1, close).trim(), params: parseParams(after) };
};

/** Parses a SIP or telephone URI; undefined for others. */
export const parseUri = (uri: string): SipUri | undefined => {
  const colon = uri.indexOf(':');
  const scheme = uri.slice(0, Math.max(0, colon)).toLowerCase();
  if (!['sip', 'sips', 'tel'].includes(scheme)) return undefined;
  const question = uri.indexOf('?', colon);
  const whole = uri.slice(colon + 1, question < 0 ? undefined : question);
  const at = whole.lastIndexOf('@');
  const user = scheme === 'tel' ? whole.split(';')[0]! : at < 0 ? '' : whole.slice(0, at).split(':')[0]!;
  const rest = scheme === 'tel' ? '' : whole.slice(at + 1);
  const semicolon = rest.indexOf(';');
  const place = parseHost(semicolon < 0 ? rest : rest.slice(0, semicolon));
  if (scheme !== 'tel' && (place === undefined || place.host === '')) return undefined;
  return {
    ...{ scheme, user: unescape(user), host: place?.host ?? '', port: place?.port ?? null },
    params: semicolon < 0 ? new Map() : parseParams(rest.slice(semicolon)),
  };
};

/** Parses one Via value: `SIP/2.0/UDP host:port;branch=…`. */
export const parseVia = (value: string): Via | undefined => {
  const semicolon = value.indexOf(';');
  const head = (semicolon < 0 ? value : value.slice(0, semicolon)).trim();
  const found = /^SIP[ \t]*\/[ \t]*2\.0[ \t]*\/[ \t]*([A-Za-z]+)[ \t]+(\S+)$/i.exec(head);
  const place = found && parseHost(found[2]!);
  if (!found || !place) return undefined;
  return {
    ...{ transport: found[1]!.toLowerCase(), host: place.host, port: place.port },
    params: semicolon < 0 ? new Map() : parseParams(value.slice(semicolon)),
  };
};

/** `;a=1;b;c="x"` as a map; parameters without a value have ''. */
export const parseParams = (text: string): Params => {
  const params = new Map<string, string>();
  for (const part of splitOutsideQuotes(text, ';')) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== '' && !params.has(name)) params.set(name, equals < 0 ? '' : unquote(part.slice(equals + 1).trim()));
  }
  return params;
};

/** Splits at a character outside of quotes. */
export const splitOutsideQuotes = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
};

/** `host`, `host:port` or `[v6]:port`. */
const parseHost = (text: string): { host: string; port: number | null } | undefined => {
  const isV6 = text.startsWith('[');
  const end = isV6 ? text.indexOf(']') + 1 : text.indexOf(':');
  const host = end <= 0 ? text : text.slice(0, end);
  const rest = end <= 0 ? '' : text.slice(end);
  if (host === '' || (isV6 ? end === 0 : !/^[A-Za-z0-9.\-_]+$/.test(host))) return undefined;
  if (rest === '') return { host: host.toLowerCase(), port: null };
  const port = /^:\d{1,5}$/.test(rest) ? Number(rest.slice(1)) : Number.NaN;
  return port > 0 && port < 65_536 ? { host: host.toLowerCase(), port } : undefined;
};

/** The position after the quote that closes the one at the start; −1 if none does. */
const closingQuote = (text: string): number => {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
};

const unquote = (text: string): string =>
  text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;

const unescape = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

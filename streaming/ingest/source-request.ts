const sourceMethods = /^(PUT|SOURCE|STATS)\s/i;
const adminPaths = /^(GET|HEAD|POST|OPTIONS)\s+\/(admin\/|admin\.cgi)/i;
const anyMethod = /^(GET|HEAD|POST|OPTIONS)\s/i;

/** Whether a connection starts as Shoutcast 2: with Ultravox's sync byte and flags, which no text starts with. */
export const isUltravox = (bytes: Buffer): boolean => bytes[0] === 0x5a && bytes.length > 1 && bytes[1]! < 0x10;

/**
 * Whether the first bytes of a connection belong to an encoder (source, its probes, its metadata), not to a listener.
 */
export const isSourceRequest = (head: Buffer | string): boolean => {
  if (typeof head !== 'string' && isUltravox(head)) return true;
  const text = typeof head === 'string' ? head : head.toString('latin1', 0, 256);
  if (sourceMethods.test(text) || adminPaths.test(text)) return true;
  return /^OPTIONS\s+\*/i.test(text) || (text.length > 4 && !anyMethod.test(text));
};

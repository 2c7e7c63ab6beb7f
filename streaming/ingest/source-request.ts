const sourceMethods = /^(PUT|SOURCE|STATS)\s/i;
const adminPaths = /^(GET|HEAD|POST|OPTIONS)\s+\/(admin\/|admin\.cgi)/i;
const anyMethod = /^(GET|HEAD|POST|OPTIONS)\s/i;

/** Whether what a connection began with is an encoder's business (source, its probes, its metadata), not a listener's. */
export function isSourceRequest(head: Buffer | string): boolean {
  const text = typeof head === 'string' ? head : head.toString('latin1', 0, 256);
  if (sourceMethods.test(text) || adminPaths.test(text)) return true;
  return /^OPTIONS\s+\*/i.test(text) || (text.length > 4 && !anyMethod.test(text));
}

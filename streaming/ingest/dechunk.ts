/** Removes HTTP's chunked framing from a request's body and returns the body's bytes. Throws on broken framing. */
export const createDechunker = (): ((bytes: Buffer) => Buffer[]) => {
  let line = '';
  let left = 0;
  let state: 'size' | 'data' | 'gap' | 'done' = 'size';

  const readLine = (bytes: Buffer, at: number): number => {
    const end = bytes.indexOf(10, at);
    line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
    if (line.length > 1024) throw new Error('chunk header too long');
    if (end < 0) return bytes.length;
    const text = line.trim();
    line = '';
    if (state === 'gap') {
      state = 'size';
      return end + 1;
    }
    if (!/^[0-9a-f]{1,8}(;.*)?$/i.test(text)) throw new Error('broken chunk header');
    left = Number.parseInt(text, 16);
    state = left === 0 ? 'done' : 'data';
    return end + 1;
  };

  return (bytes) => {
    const body: Buffer[] = [];
    let at = 0;
    while (at < bytes.length && state !== 'done') {
      if (state !== 'data') {
        at = readLine(bytes, at);
        continue;
      }
      const take = Math.min(left, bytes.length - at);
      body.push(bytes.subarray(at, at + take));
      left -= take;
      at += take;
      if (left === 0) state = 'gap';
    }
    return body;
  };
};

/** A part of an Ogg stream; `begins`: it starts another chain link, with headers of its own. */
export type ChainPart = { bytes: Buffer; begins: boolean };

const pageWord = Buffer.from('OggS');
const pageHeader = 27;
const beginFlag = 2;

/**
 * Finds where in an Ogg stream one link ends and the next begins, as encoders send it at each new title. Holds back
 * nothing but an incomplete page header.
 */
export const createOggChain = (): ((bytes: Buffer) => ChainPart[]) => {
  let pending: Buffer = Buffer.alloc(0);
  let bodyLeft = 0;
  let hasSound = false;

  /** Bytes of the header at `at`, 0 where it is incomplete. */
  const headerLength = (bytes: Buffer, at: number): number => {
    if (bytes.length - at < pageHeader) return 0;
    const length = pageHeader + bytes[at + pageHeader - 1]!;
    return bytes.length - at < length ? 0 : length;
  };

  const bodyLength = (bytes: Buffer, at: number, length: number): number =>
    bytes.subarray(at + pageHeader, at + length).reduce((sum, segment) => sum + segment, 0);

  return (chunk) => {
    const bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const parts: ChainPart[] = [];
    let part = { from: 0, begins: false };
    let at = Math.min(bodyLeft, bytes.length);
    bodyLeft -= at;
    const close = (to: number): void => {
      if (to > part.from) parts.push({ bytes: bytes.subarray(part.from, to), begins: part.begins });
    };
    while (at < bytes.length) {
      const page = bytes.indexOf(pageWord, at);
      at = page < 0 ? Math.max(at, bytes.length - pageWord.length + 1) : page;
      const length = page < 0 ? 0 : headerLength(bytes, at);
      if (length === 0) break;
      const isFirst = (bytes[at + 5]! & beginFlag) !== 0;
      if (isFirst && hasSound) {
        close(at);
        part = { from: at, begins: true };
      }
      hasSound = !isFirst;
      const end = at + length + bodyLength(bytes, at, length);
      at = Math.min(end, bytes.length);
      bodyLeft = end - at;
    }
    close(at);
    pending = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0);
    return parts;
  };
};

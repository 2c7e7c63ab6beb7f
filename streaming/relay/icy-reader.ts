import { cleanTitle, decodeText } from '#streaming/base/form.ts';

/**
 * Removes ICY metadata from a stream that has a block after every `interval` bytes of audio; reports titles as they
 * change. Returns the audio.
 */
export const createIcyReader = (
  interval: number,
  title: (text: string, url: string) => void,
): ((bytes: Buffer) => Buffer[]) => {
  let audioLeft = interval;
  let block: Buffer[] = [];
  let blockLeft = 0;
  let last = '';

  const readBlock = (): void => {
    const parsed = parseBlock(Buffer.concat(block));
    block = [];
    if (!parsed || JSON.stringify(parsed) === last) return;
    last = JSON.stringify(parsed);
    title(parsed.title, parsed.url);
  };

  return (bytes) => {
    const audio: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      if (audioLeft > 0) {
        const part = bytes.subarray(at, at + audioLeft);
        audio.push(part);
        audioLeft -= part.length;
        at += part.length;
        continue;
      }
      if (blockLeft === 0) {
        blockLeft = bytes[at]! * 16;
        at++;
        if (blockLeft === 0) audioLeft = interval;
        continue;
      }
      const part = bytes.subarray(at, at + blockLeft);
      block.push(part);
      blockLeft -= part.length;
      at += part.length;
      if (blockLeft > 0) continue;
      audioLeft = interval;
      readBlock();
    }
    return audio;
  };
};

/** Parses a block; undefined if it has no title. Servers send UTF-8 or Latin-1, and titles may contain quotes. */
const parseBlock = (block: Buffer): { title: string; url: string } | undefined => {
  const zero = block.indexOf(0);
  const text = decodeText(zero < 0 ? block : block.subarray(0, zero));
  const title = fieldOf(text, 'StreamTitle');
  if (title === undefined) return undefined;
  const url = fieldOf(text, 'StreamUrl') ?? '';
  return { title: cleanTitle(title), url: /^https?:\/\//i.test(url) ? url.slice(0, 500) : '' };
};

const fieldOf = (text: string, name: string): string | undefined => {
  const begin = text.indexOf(`${name}='`);
  if (begin < 0) return undefined;
  const from = begin + name.length + 2;
  const end = text.indexOf("';", from);
  return text.slice(from, end < 0 ? text.length : end);
};

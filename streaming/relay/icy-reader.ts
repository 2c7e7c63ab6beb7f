import { cleanTitle, decodeText } from '#streaming/base/form.ts';

/** Takes ICY metadata out of a stream that has a block of it after every `interval` bytes of sound; tells titles as they change. Gives the sound. */
export function createIcyReader(
  interval: number,
  title: (text: string, url: string) => void,
): (bytes: Buffer) => Buffer[] {
  let soundLeft = interval;
  let block: Buffer[] = [];
  let blockLeft = 0;
  let last = '';

  function readBlock(): void {
    const told = parseBlock(Buffer.concat(block));
    block = [];
    if (!told || JSON.stringify(told) === last) return;
    last = JSON.stringify(told);
    title(told.title, told.url);
  }

  return (bytes) => {
    const sound: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      if (soundLeft > 0) {
        const part = bytes.subarray(at, at + soundLeft);
        sound.push(part);
        soundLeft -= part.length;
        at += part.length;
        continue;
      }
      if (blockLeft === 0) {
        blockLeft = bytes[at]! * 16;
        at++;
        if (blockLeft === 0) soundLeft = interval;
        continue;
      }
      const part = bytes.subarray(at, at + blockLeft);
      block.push(part);
      blockLeft -= part.length;
      at += part.length;
      if (blockLeft > 0) continue;
      soundLeft = interval;
      readBlock();
    }
    return sound;
  };
}

/** What a block says; undefined where it tells no title. Servers write UTF-8 or Latin-1, and titles may have quotes in them. */
function parseBlock(block: Buffer): { title: string; url: string } | undefined {
  const zero = block.indexOf(0);
  const text = decodeText(zero < 0 ? block : block.subarray(0, zero));
  const title = fieldOf(text, 'StreamTitle');
  if (title === undefined) return undefined;
  const url = fieldOf(text, 'StreamUrl') ?? '';
  return { title: cleanTitle(title), url: /^https?:\/\//i.test(url) ? url.slice(0, 500) : '' };
}

function fieldOf(text: string, name: string): string | undefined {
  const begin = text.indexOf(`${name}='`);
  if (begin < 0) return undefined;
  const from = begin + name.length + 2;
  const end = text.indexOf("';", from);
  return text.slice(from, end < 0 ? text.length : end);
}

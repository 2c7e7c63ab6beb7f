/** A text and its start, s. */
export type Cue = { start: number; text: string };

/** Parses the cues of WebVTT or SubRip; `<v Nora>` becomes `Nora: `, other tags are removed. */
export const readCues = (file: string): Cue[] =>
  file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => line.includes('-->'));
      const start = at < 0 ? undefined : secondsOf(lines[at] ?? '');
      const text = plain(lines.slice(at + 1).join(' '));
      return start === undefined || text === '' ? [] : [{ start, text }];
    });

const secondsOf = (line: string): number | undefined => {
  const found = /^\s*(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/.exec(line);
  if (!found) return undefined;
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = found.slice(1).map((part) => Number(part || 0));
  return hours * 3600 + minutes * 60 + seconds + ms / 1000;
};

const plain = (text: string): string =>
  text
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp);/g, (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', nbsp: ' ' })[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

import { refuse } from '#server/kernel/http/refuse.ts';

export type Cue = { from: number; to: number; text: string };
type Transcript = { type: 'text/vtt' | 'application/x-subrip'; text: string; cues: Cue[] };

/** WebVTT may omit hours; SubRip has a comma before the milliseconds. */
const timestamp = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
const timing = new RegExp(`^${timestamp}[ \\t]+-->[ \\t]+${timestamp}(?:[ \\t].*)?$`);

/**
 * Parses WebVTT or SubRip. Every cue needs a start and an end, and starts must be in order. Refuses with
 * `episode.transcriptInvalid`, which names the first invalid line.
 */
export const readTranscript = (bytes: Buffer): Transcript => {
  const text = decode(bytes);
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text);
  const lines = text.split('\n');
  const cues: Cue[] = [];
  for (const [i, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const cue = cueAt(lines, i);
    const last = cues.at(-1);
    if (last && cue.from < last.from) invalid(`the cue at line ${i + 1} starts before the previous one`);
    cues.push(cue);
  }
  if (cues.length === 0) invalid(isVtt ? 'it has no cues' : 'it is neither WebVTT nor SubRip');
  return { type: isVtt ? 'text/vtt' : 'application/x-subrip', text: `${text.trim()}\n`, cues };
};

const cueAt = (lines: string[], i: number): Cue => {
  const found = timing.exec(lines[i]!.trim());
  if (!found) return invalid(`the times in line ${i + 1} are invalid`);
  const [from, to] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))];
  if (to < from) invalid(`the cue at line ${i + 1} ends before it starts`);
  let end = i + 1;
  // A cue also ends at the next timing line: if all cues shared the text behind them, it would grow quadratically.
  while (end < lines.length && lines[end]!.trim() !== '' && !lines[end]!.includes('-->')) end++;
  const text = lines
    .slice(i + 1, end)
    .join('\n')
    .trim();
  return { from, to, text };
};

const seconds = ([hours = '0', minutes, rest, ms]: string[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(ms) / 1000;

const decode = (bytes: Buffer): string => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\0')) invalid('it is not text');
    return text.replace(/\r\n?/g, '\n');
  } catch {
    return invalid('it is not UTF-8');
  }
};

const invalid = (reason: string): never => refuse('episode.transcriptInvalid', { reason });

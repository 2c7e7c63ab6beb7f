import { refuse } from '#server/kernel/http/refuse.ts';

export type Cue = { from: number; to: number; text: string };
type Transcript = { type: 'text/vtt' | 'application/x-subrip'; text: string; cues: Cue[] };

/** Hours may be left out of WebVTT; SubRip writes a comma. */
const moment = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
const timing = new RegExp(`^${moment}[ \\t]+-->[ \\t]+${moment}(?:[ \\t].*)?$`);

/**
 * Reads WebVTT or SubRip: every cue has to say from when to when it is, the beginnings in order. Refuses with
 * `episode.transcriptInvalid`, which says where it stops being one.
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
    if (last && cue.from < last.from) invalid(`line ${i + 1} begins before the one before it`);
    cues.push(cue);
  }
  if (cues.length === 0) invalid(isVtt ? 'it has no cues' : 'it is neither WebVTT nor SubRip');
  return { type: isVtt ? 'text/vtt' : 'application/x-subrip', text: `${text.trim()}\n`, cues };
};

const cueAt = (lines: string[], i: number): Cue => {
  const found = timing.exec(lines[i]!.trim());
  if (!found) return invalid(`the times of line ${i + 1} can't be read`);
  const [from, to] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))];
  if (to < from) invalid(`line ${i + 1} ends before it begins`);
  let end = i + 1;
  // A cue ends at the next times as well: text that all cues would share takes a square of its length.
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
    if (text.includes('\0')) invalid('it is no text');
    return text.replace(/\r\n?/g, '\n');
  } catch {
    return invalid('it is not UTF-8');
  }
};

const invalid = (reason: string): never => refuse('episode.transcriptInvalid', { reason });

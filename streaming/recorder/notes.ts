import { readFile } from 'node:fs/promises';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { FramePosition } from './frame-walk.ts';
import { notesPath } from './segments.ts';

/** A metadata line of a segment: `t` is µs since its beginning. */
export type Note =
  | { format: StreamFormat; title: string; source: string }
  | { t: number; title: string }
  | { t: number; source: string }
  /** The frame at byte `b` begins at `t`: allows seeking without reading the whole file. */
  | { t: number; b: number };

export type Notes = {
  format: StreamFormat | undefined;
  titles: { t: number; title: string }[];
  sources: { t: number; source: string }[];
  marks: FramePosition[];
};

/** Formats one note as a line. */
export const lineOf = (note: Note): string => `${JSON.stringify(note)}\n`;

/** Reads the notes of a segment; skips a line truncated by a crash, and a missing file. */
export const readNotes = async (folder: string, start: number): Promise<Notes> => {
  const text = await readFile(notesPath(folder, start), 'utf8').catch(() => '');
  const notes: Notes = { format: undefined, titles: [], sources: [], marks: [{ bytes: 0, time: 0 }] };
  for (const line of text.split('\n')) {
    const note = parse(line);
    if (note) addNote(notes, note);
  }
  return notes;
};

const addNote = (notes: Notes, note: Note): void => {
  if ('format' in note) {
    notes.format = note.format;
    notes.titles.push({ t: 0, title: note.title });
    notes.sources.push({ t: 0, source: note.source });
  } else if ('title' in note) notes.titles.push(note);
  else if ('source' in note) notes.sources.push(note);
  else notes.marks.push({ bytes: note.b, time: note.t });
};

const parse = (line: string): Note | undefined => {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as Note;
  } catch {
    return undefined;
  }
};

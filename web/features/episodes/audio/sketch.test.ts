import { expect, test } from 'vitest';
import { chaptersOf, isChanged, needsNewAudio, redo, sketchOf, step, undo, type History } from './sketch.ts';

const episode = {
  edit: { cuts: [{ from: 10, to: 20 }], level: false },
  chapters: [
    { start: 0, title: 'One', url: '' },
    { start: 15, title: 'Two', url: 'https://example.com/' },
  ],
};

test('maps chapters to positions in the file and back to the edited audio', () => {
  const sketch = sketchOf(episode);
  expect(sketch.marks.map(({ start }) => start)).toEqual([0, 25]);
  expect(chaptersOf(sketch, sketch.cuts)).toEqual(episode.chapters);
  expect(chaptersOf(sketch, []).map(({ start }) => start)).toEqual([0, 25]);
});

test('sorts chapters and drops one of two that would start together', () => {
  const sketch = sketchOf(episode);
  const marks = [
    { id: 'c', start: 18, title: 'Late', url: '' },
    { id: 'a', start: 12, title: 'Early', url: '' },
  ];
  expect(chaptersOf({ ...sketch, marks }, sketch.cuts).map(({ title }) => title)).toEqual(['Late']);
  expect(chaptersOf({ ...sketch, marks }, []).map(({ title }) => title)).toEqual(['Early', 'Late']);
});

test('distinguishes changes that need new audio from changed chapters', () => {
  const before = sketchOf(episode);
  const renamed = { ...before, marks: before.marks.map((mark) => ({ ...mark, title: 'Other' })) };
  expect(isChanged(before, { ...before })).toBe(false);
  expect([isChanged(before, renamed), needsNewAudio(before, renamed)]).toEqual([true, false]);
  expect(needsNewAudio(before, { ...before, level: true })).toBe(true);
});

test('undoes and redoes, with consecutive typing as one step', () => {
  const first = sketchOf(episode);
  let history: History = { past: [], now: first, future: [], last: '' };
  history = step(history, { ...first, level: true }, '');
  history = step(history, { ...first, cuts: [] }, 'title a');
  history = step(history, { ...first, cuts: [], level: true }, 'title a');
  history = undo(history);
  expect(history.now).toEqual({ ...first, level: true });
  history = redo(history);
  expect(history.now).toEqual({ ...first, cuts: [], level: true });
  expect(undo(undo(undo(history))).now).toEqual(first);
});

import { expect, test } from 'vitest';
import { chaptersOf, isChanged, isCutAnew, redo, sketchOf, step, undo, type History } from './sketch.ts';

const episode = {
  edit: { cuts: [{ from: 10, to: 20 }], level: false },
  chapters: [
    { start: 0, title: 'One', url: '' },
    { start: 15, title: 'Two', url: 'https://example.com/' },
  ],
};

test('shows chapters where they are in the file, and gives them back where they are heard', () => {
  const sketch = sketchOf(episode);
  expect(sketch.marks.map(({ start }) => start)).toEqual([0, 25]);
  expect(chaptersOf(sketch, sketch.cuts)).toEqual(episode.chapters);
  expect(chaptersOf(sketch, []).map(({ start }) => start)).toEqual([0, 25]);
});

test('keeps chapters in order, and one of two that would begin together', () => {
  const sketch = sketchOf(episode);
  const marks = [
    { id: 'c', start: 18, title: 'Late', url: '' },
    { id: 'a', start: 12, title: 'Early', url: '' },
  ];
  expect(chaptersOf({ ...sketch, marks }, sketch.cuts).map(({ title }) => title)).toEqual(['Late']);
  expect(chaptersOf({ ...sketch, marks }, []).map(({ title }) => title)).toEqual(['Early', 'Late']);
});

test('tells what has to be made anew from what is only named anew', () => {
  const before = sketchOf(episode);
  const named = { ...before, marks: before.marks.map((mark) => ({ ...mark, title: 'Other' })) };
  expect(isChanged(before, { ...before })).toBe(false);
  expect([isChanged(before, named), isCutAnew(before, named)]).toEqual([true, false]);
  expect(isCutAnew(before, { ...before, level: true })).toBe(true);
});

test('undoes and does again, with what was typed in a row as one step', () => {
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

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NowPlaying } from '#contract/api/live.ts';
import { createTitles } from './titles.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const of = (title: string, mount = 'a') => ({ mount, title, started: title, on_air: true, live: false }) as NowPlaying;
const setUp = (lagMs: number) => {
  const shown: (string | undefined)[] = [];
  return { shown, titles: createTitles(() => lagMs, (playing) => shown.push(playing?.title)) }; // oxfmt-ignore
};

it('shows what plays at once when it is first known, and a change when it is heard', () => {
  const { shown, titles } = setUp(5000);
  titles.hear(of('One'));
  titles.hear(of('Two'));
  vi.advanceTimersByTime(2000);
  titles.hear(of('Three'));
  expect(shown).toEqual(['One']);
  vi.advanceTimersByTime(3000);
  expect(shown).toEqual(['One', 'Two']);
  vi.advanceTimersByTime(2000);
  expect(shown).toEqual(['One', 'Two', 'Three']);
});

it('shows changes at once while nothing is heard', () => {
  const { shown, titles } = setUp(0);
  titles.hear(of('One'));
  titles.hear(of('Two'));
  expect(shown).toEqual(['One', 'Two']);
});

it('shows the latest one when the sound is stopped, and nothing of another station', () => {
  const { shown, titles } = setUp(5000);
  titles.hear(of('One'));
  titles.hear(of('Two'));
  titles.flush();
  titles.hear(of('Three'));
  titles.reset(undefined);
  titles.hear(of('Other', 'b'));
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['One', 'Two', undefined, 'Other']);
});

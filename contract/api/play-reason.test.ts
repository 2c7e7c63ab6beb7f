import { expect, test } from 'vitest';
import { playReason } from './play-reason.ts';

const names = new Map([
  ['u-1', 'Anna Moll'],
  ['p-1', 'Mornings'],
  ['r-1', 'Lena'],
  ['r-2', ''],
]);
const reason = (why: string, skipped = '') => playReason({ why, skipped, source: 'autodj' }, names);

test('names who queued or skipped a track', () => {
  expect([reason('queued:u-1'), reason('skipped:u-1', 'by hand')]).toEqual([
    'Queued by Anna Moll.',
    'Skipped by Anna Moll.',
  ]);
  expect(reason('queued:u-2')).toBe('Queued by a former user.');
});

test('names who requested a track', () => {
  expect([reason('queued:request:r-1'), reason('queued:request:r-2'), reason('queued:request:r-3')]).toEqual([
    'Requested by Lena.',
    'Requested by a listener.',
    'Requested by a listener.',
  ]);
});

test('names the playlist, also where it was a daypart, and why a file was skipped', () => {
  expect([reason('playlist:p-1'), reason('daypart:p-1'), reason('playlist:p-2'), reason('', 'not found')]).toEqual([
    'From the playlist “Mornings”.',
    'From the playlist “Mornings”.',
    'From a playlist that was since deleted.',
    'Skipped: not found',
  ]);
});

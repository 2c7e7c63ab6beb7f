import { expect, test } from 'vitest';
import { wordsIn } from './words.ts';

test('finds banned words in comments and in declared names, and nowhere else', () => {
  const text = [
    '/** Told of the station anew. */',
    "const toldOf = 'anew';",
    '  start(); // whoever listens is let go',
    "const url = 'https://example.com/anew'; const whole = 1;",
  ].join('\n');
  expect(wordsIn('server/x.ts', text).map(({ line, word }) => `${line} ${word}`)).toEqual([
    '1 anew',
    '1 told of',
    '2 told',
    '3 whoever',
    '3 let go',
  ]);
});

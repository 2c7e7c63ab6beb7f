import { expect, test } from 'vitest';
import { rulesText, ruleText, targetName } from './rule-text.ts';
import { segmentsOf } from './target-path.ts';

const stations = new Map([
  ['s-1', 'Radio One'],
  ['p-1', 'The Show'],
]);

test('rules read as a sentence', () => {
  expect(rulesText([], stations)).toBe('Heard by all listeners.');
  expect(
    rulesText(
      [
        {
          targets: [
            { type: 'location', path: 'GR/Attica/Athens' },
            { type: 'location', path: 'CY' },
          ],
          isNegated: false,
        },
        { targets: [{ type: 'player', path: 'VLC' }], isNegated: true },
      ],
      stations,
    ),
  ).toBe('Heard by listeners who are in Athens or Cyprus, and who do not use VLC.');
});

test('many targets are shortened, kinds are kept apart', () => {
  const cities = ['A', 'B', 'C', 'D', 'E'].map((city) => ({ type: 'location' as const, path: `GR/x/${city}` }));
  expect(ruleText({ targets: cities, isNegated: false }, stations)).toBe('are in A, B, C or 2 more');
  expect(ruleText({ targets: [cities[0]!, { type: 'station', path: 's-1' }], isNegated: true }, stations)).toBe(
    'are not in A and do not listen to Radio One',
  );
});

test('names come from their segments', () => {
  expect(segmentsOf('GR/Central%20Macedonia/%25')).toEqual(['GR', 'Central Macedonia', '%']);
  expect(segmentsOf('100%')).toEqual(['100%']);
  expect(targetName({ type: 'category', path: '31' }, stations)).toBe('News/Talk');
  expect(targetName({ type: 'language', path: 'el' }, stations)).toBe('Greek');
});

test('a podcast is named by its title, an episode by its podcast', () => {
  const targets = ['p-1', 'p-1/e-1'].map((path) => ({ type: 'podcast' as const, path }));
  expect(ruleText({ targets, isNegated: false }, stations)).toBe('listen to The Show or an episode of The Show');
});

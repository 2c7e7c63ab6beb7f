import { expect, test } from 'vitest';
import { compileRules, doRulesHold, type Facts } from './rules.ts';

const facts: Facts = {
  location: ['AT', 'Lower Austria', 'Sankt Pölten'],
  station: ['s-1'],
  podcast: [],
  category: ['30'],
  language: undefined,
  device: ['mobile', 'iOS'],
  player: ['VLC'],
  output: ['stream'],
  position: ['mid'],
};
const holds = (path: string, isNegated = false): boolean =>
  doRulesHold(compileRules([{ targets: [{ type: 'location', path }], isNegated }]), facts);

test.each(['AT', 'AT/Lower%20Austria', 'AT/lower%20austria/sankt%20p%C3%B6lten', 'AT//Sankt%20P%C3%B6lten'])(
  'a listener is within %s',
  (path) => {
    expect([holds(path), holds(path, true)]).toEqual([true, false]);
  },
);

test.each(['DE', 'AT/Tyrol', 'AT//Vienna', 'AT/Lower%20Austria/Vienna', 'DE//Sankt%20P%C3%B6lten'])(
  'a listener is not within %s',
  (path) => {
    expect([holds(path), holds(path, true)]).toEqual([false, true]);
  },
);

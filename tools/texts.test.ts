import { expect, it } from 'vitest';
import { unshown } from './texts.ts';

it('finds a text whose code stands nowhere', () => {
  expect(unshown(['account.gone', 'account.notFound'], ["refuse('account.notFound')"])).toEqual(['account.gone']);
});

it('knows the codes that a template makes of words in quotes', () => {
  const sources = ['refuse(`plan.${reason}`)', "type Reason = 'tooMany' | 'noMethod'", '`server.${command}Failed`'];
  const commands = 'const calls = { start: playout.start };';
  const codes = ['plan.tooMany', 'plan.unknown', 'server.startFailed', 'server.pauseFailed'];
  expect(unshown(codes, [...sources, commands])).toEqual(['plan.unknown', 'server.pauseFailed']);
});

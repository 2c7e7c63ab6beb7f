import { expect, it } from 'vitest';
import { unshown } from './texts.ts';

it('finds a code that is used nowhere', () => {
  expect(unshown(['account.gone', 'account.notFound'], ["refuse('account.notFound')"])).toEqual(['account.gone']);
});

it('recognizes codes built by templates from quoted words', () => {
  const sources = ['refuse(`plan.${reason}`)', "type Reason = 'tooMany' | 'noMethod'", '`server.${command}Failed`'];
  const commands = 'const calls = { start: playout.start };';
  const codes = ['plan.tooMany', 'plan.unknown', 'server.startFailed', 'server.pauseFailed'];
  expect(unshown(codes, [...sources, commands])).toEqual(['plan.unknown', 'server.pauseFailed']);
});

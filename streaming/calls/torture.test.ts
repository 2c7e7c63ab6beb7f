import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCallsRig, type CallsRig } from './testing/calls-rig.ts';
import { invalid, semantics, valid, type Torture } from './testing/torture-messages.ts';

let rig: CallsRig;
beforeAll(async () => {
  rig = await startCallsRig();
});
afterAll(() => rig.close());

/** The status of each response, in their order. */
const answersTo = (message: Buffer): number[] => {
  const answers: number[] = [];
  rig.calls.received(message, {
    ...{ protocol: 'udp', address: '127.0.0.1', port: 5999 },
    send: (bytes) => answers.push(Number(bytes.toString('utf8', 8, 11))),
  });
  return answers;
};

it.each([
  ['3.1.1, valid messages', valid, 14],
  ['3.1.2, invalid ones', invalid, 19],
  ['3.2 to 3.4, what they mean', semantics, 17],
])('RFC 4475 %s: each gets one answer, or none where none is possible', (_section, messages: Torture[], count) => {
  expect(messages).toHaveLength(count);
  const found = messages.map(([name, message]) => [name, answersTo(message)]);
  expect(found).toEqual(messages.map(([name, , status]) => [name, status === null ? [] : [status]]));
  expect([rig.calls.state().calling, rig.errors]).toEqual([0, []]);
});

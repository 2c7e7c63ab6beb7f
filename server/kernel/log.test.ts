import { expect, it } from 'vitest';
import { withoutSecrets } from './log.ts';

it.each([
  ['/ingest/app/the-write-key', '/ingest/app/[hidden]'],
  ['/v1/users/me/invites/secret/accept', '/v1/users/me/invites/[hidden]/accept'],
  ['/reports/unsubscribe?token=1.abc', '/reports/unsubscribe?token=[hidden]'],
  ['/v1/raw/s-1/id?token=abc&x=1', '/v1/raw/s-1/id?token=[hidden]&x=1'],
  ['/engine-media/renditions/a?expires=1&signature=abc', '/engine-media/renditions/a?expires=1&signature=[hidden]'],
  ['http://source:secret@radio.example/live', 'http://source:[hidden]@radio.example/live'],
  ['/v1/stations/s-1?search=tokens', '/v1/stations/s-1?search=tokens'],
])('writes %s as %s', (url, written) => expect(withoutSecrets(url)).toBe(written));

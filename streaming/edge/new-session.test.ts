import { describe, expect, it } from 'vitest';
import { parseHead } from '#streaming/listen/request-head.ts';
import { embedIn } from './new-session.ts';

const player = 'y-23456789ABCDEFGHJKLMNP';
const given = (query: string) => embedIn(parseHead(Buffer.from(`GET /tone?${query} HTTP/1.1\r\n\r\n`))!.query);

describe('the URL of a listener', () => {
  it('names the embedded player and its website', () => {
    expect(given(`p=${player}&h=Harbour.Example`)).toEqual({ embed: player, site: 'harbour.example' });
    expect(given(`h=xn--mnchen-3ya.example&p=${player}`)).toMatchObject({ site: 'xn--mnchen-3ya.example' });
    expect(given(`p=${player}`)).toEqual({ embed: player });
  });

  it('names nothing with the key of something else, and no website that is none, or too long', () => {
    for (const none of ['', 'h=harbour.example', 'p=', 'p=y-1', `p=${player}0`, 'p=s-23456789ABCDEFGHJKLMNP'])
      expect(given(none), none).toEqual({});
    const hosts = ['', '-', 'a%20b', '%3Cscript%3E', `${'a'.repeat(97)}.org`, 'a/b', 'a%27b', 'a.', '[::1]', '%0a'];
    for (const none of hosts) expect(given(`p=${player}&h=${none}`), none).toEqual({ embed: player });
  });
});

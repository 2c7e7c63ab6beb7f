import { expect, it } from 'vitest';
import { nowPlayingCode } from './title-code.ts';

const station = { name: 'Rock & "Roll" <FM>', streamname: 'rock' };

it('updates the title from the public event stream of the mount', () => {
  const code = nowPlayingCode(station, 'https://portal.example');
  expect(code).toContain('new EventSource("https://portal.example/live/rock/events")');
  expect(code).toContain('<p id="now-rock">Rock &amp; &quot;Roll&quot; &lt;FM&gt;</p>');
});

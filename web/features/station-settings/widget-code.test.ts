import { expect, it } from 'vitest';
import { nowPlayingCode, playerCode } from './widget-code.ts';

const station = { name: 'Rock & "Roll" <FM>', streamname: 'rock' };

it('embeds a player of the stream with the name escaped', () => {
  expect(playerCode(station, 'https://stream.example/rock')).toBe(
    '<audio controls preload="none" src="https://stream.example/rock" title="Rock &amp; &quot;Roll&quot; &lt;FM&gt;"></audio>',
  );
});

it('updates the title from the public event stream of the mount', () => {
  const code = nowPlayingCode(station, 'https://portal.example');
  expect(code).toContain('new EventSource("https://portal.example/live/rock/events")');
  expect(code).toContain('<p id="now-rock">Rock &amp; &quot;Roll&quot; &lt;FM&gt;</p>');
});

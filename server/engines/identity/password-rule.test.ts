import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rule.ts';

const owner = { email: 'grace@navy.example', first_name: 'Grace', last_name: 'Hopper', brand: 'skywave' };
const problem = async (password: string) => (await passwordProblem(password, owner, 'test')) ?? 'accepted';

describe('a new password', () => {
  it.each(['password123', '1q2w3e4r5t', 'qwerty12345', 'PASSWORD123', 'password1234'])(
    'is refused if it is common: %s',
    async (common) => {
      expect(await problem(common)).toBe('This password is among the most common ones. Choose another.');
    },
  );

  it.each(['abcdabcdab', '1234567890', 'qwertyuiop', 'aaaaaaaaaab', 'asdfghjkl;', 'abc123abc123', 'monkeymonkey'])(
    'is refused if it repeats itself or is a row of keys: %s',
    async (pattern) => {
      expect(await problem(pattern)).toMatch(/repeats itself|most common/);
    },
  );

  it.each(['Passw0rd123!', 'iloveyou123', 'letmein2024', 'Sunshine2024'])(
    'is refused if it slightly varies a common one: %s',
    async (extended) => expect(await problem(extended)).not.toBe('accepted'),
  );

  it.each([
    'skywave123',
    'SkyWave-2026',
    'grace hopper',
    'HopperGrace1',
    'grace@navy.example',
    'hoppergrace',
    'skywaveskywave',
  ])("is refused if it consists of the person's or brand's words: %s", async (own) => {
    expect(await problem(own)).toBe('Use more than your name, your e-mail or the name of this portal.');
  });

  it('is refused if it is too short or too long', async () => {
    expect(await problem('kV7#pq2Lz')).toBe('Use at least 10 characters.');
    expect(await problem('kV7#pq2Lzm'.repeat(21))).toBe('Use at most 200 characters.');
  });

  it.each([
    'correct horse battery',
    'tide tables and toast',
    'kV7#pq2LzmW!',
    'grace sails past nine lighthouses',
    'köstliche Apfelkuchen im Herbst',
    'песня о далёкой станции',
    'kV7#pq2LzmW!'.repeat(16),
  ])('is accepted: %s', async (good) => {
    expect(await problem(good)).toBe('accepted');
  });

  it('is checked off the event loop, even if that takes a second', async () => {
    await problem('warm up the thread');
    let turns = 0;
    const turn = setInterval(() => turns++, 1);
    expect(await problem('4@8({[<369!1|l70$5+z2%')).toBe('accepted');
    clearInterval(turn);
    // A check on the event loop would leave none.
    expect(turns).toBeGreaterThan(5);
  });
});

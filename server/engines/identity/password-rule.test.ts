import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rule.ts';

const owner = { email: 'grace@navy.example', first_name: 'Grace', last_name: 'Hopper', brand: 'skywave' };
const problem = async (password: string) => (await passwordProblem(password, owner, 'test')) ?? 'taken';

describe('a new password', () => {
  it.each(['password123', '1q2w3e4r5t', 'qwerty12345', 'PASSWORD123', 'password1234'])(
    'is refused where it is common: %s',
    async (common) => {
      expect(await problem(common)).toBe('This password is among the most common ones. Choose another.');
    },
  );

  it.each(['abcdabcdab', '1234567890', 'qwertyuiop', 'aaaaaaaaaab', 'asdfghjkl;', 'abc123abc123', 'monkeymonkey'])(
    'is refused where it repeats itself or is a row of keys: %s',
    async (pattern) => {
      expect(await problem(pattern)).toMatch(/repeats itself|most common/);
    },
  );

  it.each(['Passw0rd123!', 'iloveyou123', 'letmein2024', 'Sunshine2024'])(
    'is refused where a common one has little added: %s',
    async (extended) => expect(await problem(extended)).not.toBe('taken'),
  );

  it.each([
    'skywave123',
    'SkyWave-2026',
    'grace hopper',
    'HopperGrace1',
    'grace@navy.example',
    'hoppergrace',
    'skywaveskywave',
  ])('is refused where it is of the person’s or the brand’s own words: %s', async (own) => {
    expect(await problem(own)).toBe('Use more than your name, your e-mail or the name of this portal.');
  });

  it('is refused where it is too short or too long', async () => {
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
  ])('is taken: %s', async (good) => {
    expect(await problem(good)).toBe('taken');
  });

  it('is judged beside everything else, also where that takes a second of work', async () => {
    await problem('warm up the thread');
    const before = performance.eventLoopUtilization();
    expect(await problem('4@8({[<369!1|l70$5+z2%')).toBe('taken');
    expect(performance.eventLoopUtilization(before).active).toBeLessThan(150);
  });
});

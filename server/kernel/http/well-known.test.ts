import { afterAll, beforeAll, expect, it } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { mountSecurityTxt } from './well-known.ts';

let portal: TestPortal;
let named: FastifyInstance;
beforeAll(async () => {
  portal = await testPortal();
  named = Fastify();
  const clock = { now: () => new Date('2026-11-01T00:00:00Z') };
  mountSecurityTxt(named, {
    config: { securityContact: 'mailto:security@radio.example', publicUrl: 'https://portal.example' },
    clock,
  });
});
afterAll(async () => {
  await named.close();
  await portal.close();
});

it('publishes the security contact and its expiry', async () => {
  const reply = await named.inject('/.well-known/security.txt');
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body.split('\n')).toEqual([
    'Contact: mailto:security@radio.example',
    'Expires: 2027-01-30T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://portal.example/.well-known/security.txt',
    '',
  ]);
});

it('is 404 without a contact', async () => {
  for (const path of ['/.well-known/security.txt', '/.well-known/anything'])
    expect((await fetch(`${portal.url}${path}`)).status).toBe(404);
});
